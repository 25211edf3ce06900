package io.redisjobs.observation;

import java.time.Duration;
import java.util.Map;

import io.redisjobs.JobState;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.QueueSnapshot;
import io.redisjobs.test.MutableClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

/** Tests that counts are read rarely. */
class QueueCountsTests {

	private final JobQueue queue = mock();

	private final MutableClock clock = new MutableClock();

	private final QueueCounts counts = new QueueCounts(this.queue,
			new Readings(Duration.ofMinutes(5), Duration.ofSeconds(30), this.clock), this.clock);

	@Test
	void redisIsAskedOnceForAllGauges() {
		given(this.queue.inspect()).willReturn(
				new QueueSnapshot(false, Map.of(JobState.WAITING, 3L, JobState.PRIORITIZED, 4L, JobState.ACTIVE, 1L)));
		assertThat(this.counts.count(JobState.WAITING, JobState.PRIORITIZED)).isEqualTo(7);
		assertThat(this.counts.count(JobState.ACTIVE)).isEqualTo(1);
		assertThat(this.counts.count(JobState.FAILED)).isNaN();
		verify(this.queue, times(1)).inspect();
	}

	@Test
	void theOldestJobIsAsOldAsItIsNow() {
		given(this.queue.inspect())
			.willReturn(new QueueSnapshot(false, Map.of(JobState.WAITING, 1L), this.clock.instant()));
		this.clock.advance(Duration.ofMillis(2500));
		assertThat(this.counts.secondsOfOldest()).isEqualTo(2.5);
		this.clock.advance(Duration.ofSeconds(30));
		assertThat(this.counts.secondsOfOldest()).isEqualTo(32.5);
		verify(this.queue, times(1)).inspect();
	}

	@Test
	void aJobThatIsToWaitUntilLaterIsNotYoungerThanNothing() {
		given(this.queue.inspect())
			.willReturn(new QueueSnapshot(false, Map.of(JobState.WAITING, 1L), this.clock.instant().plusSeconds(3)));
		assertThat(this.counts.secondsOfOldest()).isZero();
	}

	@Test
	void whereNothingWaitsTheAgeIsZero() {
		given(this.queue.inspect()).willReturn(new QueueSnapshot(false, Map.of(JobState.WAITING, 0L)));
		assertThat(this.counts.secondsOfOldest()).isZero();
	}

	@Test
	void whereTheContractDoesNotTellTheAgeIsNoNumber() {
		given(this.queue.inspect())
			.willReturn(new QueueSnapshot(false, Map.of(JobState.WAITING, 0L, JobState.PRIORITIZED, 1L)));
		assertThat(this.counts.secondsOfOldest()).isNaN();
	}

	@Test
	void whatRedisDoesNotTellIsNoNumber() {
		given(this.queue.inspect()).willThrow(new IllegalStateException("away"));
		assertThat(this.counts.count(JobState.ACTIVE)).isNaN();
		assertThat(this.counts.count(JobState.WAITING)).isNaN();
		assertThat(this.counts.secondsOfOldest()).isNaN();
		verify(this.queue, times(1)).inspect();
	}

}
