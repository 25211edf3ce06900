package io.redisjobs.protocol.conveyor;

import java.time.Duration;

import io.redisjobs.Backoff;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.OddErrors;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Odd failures, odd times. */
@ExtendWith(TestRedis.class)
class ConveyorFailureTests {

	private static final Duration ENDLESS = Duration.ofSeconds(Long.MAX_VALUE);

	private final Conveyor conveyor = new Conveyor();

	private final ConveyorClient client = this.conveyor.client();

	private final JobQueue queue = this.conveyor.open("mail");

	@AfterEach
	void close() {
		this.conveyor.close();
	}

	private ConveyorReservedJob take() {
		this.client.add(Conveyor.job("mail", "a").build(), false);
		return Conveyor.takeOne(this.queue);
	}

	@Test
	void anOddErrorEndsAnAttemptLikeAnyOther() {
		for (Throwable error : OddErrors.all()) {
			assertThat(this.queue.fail(new Failure(take(), error, FailureAction.fail())))
				.isEqualTo(Settlement.failed());
		}
		assertThat(this.client.failed(0, 100)).hasSize(OddErrors.all().size())
			.allMatch((job) -> !job.lastFailure().isBlank() && job.lastFailure().length() <= 4096);
	}

	@Test
	void anEndlessDelayEndsAnAttemptLikeAnyOther() {
		assertThat(Conveyor.fail(this.queue, take(), FailureAction.retryAfter(ENDLESS)).outcome())
			.isEqualTo(Settlement.Outcome.RETRYING);
		for (Backoff backoff : new Backoff[] { Backoff.fixed(ENDLESS), Backoff.exponential(ENDLESS) }) {
			JobQueue endless = this.conveyor.open("endless",
					ConveyorSettings.defaults().withBackoff(backoff, Duration.ZERO));
			this.client.add(Conveyor.job("endless", backoff.type()).build(), false);
			assertThat(Conveyor.fail(endless, Conveyor.takeOne(endless), FailureAction.retry()).outcome())
				.isEqualTo(Settlement.Outcome.RETRYING);
		}
		assertThat(this.client.countScheduled()).isEqualTo(3);
	}

	@Test
	void aRestEndsThoughTheClockIsSetBack() {
		Conveyor.fail(this.queue, take(), FailureAction.releaseAndRest(Duration.ofMillis(50)));
		this.conveyor.clock.advance(Duration.ofHours(-1));
		await().until(() -> !Conveyor.take(this.queue, 1).isEmpty());
	}

	@Test
	void lostWorkersAreFoundThoughTheClockWasSetBack() {
		this.conveyor.clock.advance(Duration.ofHours(2));
		JobQueue other = this.conveyor.open("other");
		other.maintain(100);
		this.conveyor.clock.advance(Duration.ofHours(-1));
		take();
		this.conveyor.clock.advance(Duration.ofMinutes(1));
		assertThat(other.maintain(100).recovered()).isOne();
	}

}
