package io.redisjobs.observation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/** Tests how meters get to know what Redis says. */
class ReadingsTests {

	private static final Instant NOON = Instant.ofEpochSecond(100_000);

	private final Clock clock = mock();

	private final AtomicInteger asked = new AtomicInteger();

	private final CountDownLatch hang = new CountDownLatch(1);

	private final Readings patient = new Readings(Duration.ofSeconds(5), Duration.ofSeconds(30), this.clock);

	private final Readings readings = new Readings(Duration.ofSeconds(5), Duration.ofMillis(200), this.clock);

	@BeforeEach
	void noon() {
		given(this.clock.instant()).willReturn(NOON);
	}

	private String hanging() {
		this.asked.incrementAndGet();
		try {
			this.hang.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		return "late";
	}

	@Test
	void anAnswerIsUsedUntilItIsOld() {
		Supplier<@Nullable Integer> reading = this.patient.add(this.asked::incrementAndGet);
		assertThat(reading.get()).isEqualTo(1);
		assertThat(reading.get()).isEqualTo(1);
		given(this.clock.instant()).willReturn(NOON.plusSeconds(5));
		assertThat(reading.get()).isEqualTo(2);
	}

	@Test
	void aClockThatIsSetBackDoesNotMakeAnswersNew() {
		Supplier<@Nullable Integer> reading = this.patient.add(this.asked::incrementAndGet);
		assertThat(reading.get()).isEqualTo(1);
		given(this.clock.instant()).willReturn(NOON.minusSeconds(3600));
		assertThat(reading.get()).isEqualTo(2);
	}

	@Test
	void aRedisThatIsAwayIsAskedNoMoreOften() {
		Supplier<@Nullable String> reading = this.patient.add(() -> {
			this.asked.incrementAndGet();
			throw new IllegalStateException("away");
		});
		assertThat(reading.get()).isNull();
		assertThat(reading.get()).isNull();
		assertThat(this.asked).hasValue(1);
	}

	@Test
	void fiftyQuestionsThatHangCostOneWaitAndOneThread() {
		List<Supplier<@Nullable String>> all = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			all.add(this.readings.add(this::hanging));
		}
		long begin = System.nanoTime();
		for (Supplier<@Nullable String> reading : all) {
			assertThat(reading.get()).isNull();
		}
		// one wait each would be 10 s
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
		assertThat(this.asked).hasValue(1);
		this.hang.countDown();
		for (Supplier<@Nullable String> reading : all) {
			await().untilAsserted(() -> assertThat(reading.get()).isEqualTo("late"));
		}
		assertThat(this.asked).hasValue(50);
	}

	@Test
	void anOldAnswerStandsInForOneThatIsLateButNotForLong() {
		Supplier<@Nullable String> reading = this.readings
			.add(() -> (this.asked.get() == 0) ? "early" + this.asked.incrementAndGet() : hanging());
		await().untilAsserted(() -> assertThat(reading.get()).isEqualTo("early1"));
		given(this.clock.instant()).willReturn(NOON.plusSeconds(59));
		assertThat(reading.get()).isEqualTo("early1");
		given(this.clock.instant()).willReturn(NOON.plusSeconds(60));
		assertThat(reading.get()).isNull();
		this.hang.countDown();
		await().untilAsserted(() -> assertThat(reading.get()).isEqualTo("late"));
	}

}
