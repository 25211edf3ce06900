package io.redisjobs.observation;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;

import io.redisjobs.JobState;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.QueueSnapshot;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

/** Tests that counts are read rarely. */
class QueueCountsTests {

	private final JobQueue queue = mock();

	private final QueueCounts counts = new QueueCounts(this.queue,
			new Readings(Duration.ofMinutes(5), Duration.ofSeconds(30), Clock.systemUTC()));

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
	void whatRedisDoesNotTellIsNoNumber() {
		given(this.queue.inspect()).willThrow(new IllegalStateException("away"));
		assertThat(this.counts.count(JobState.ACTIVE)).isNaN();
		assertThat(this.counts.count(JobState.WAITING)).isNaN();
		verify(this.queue, times(1)).inspect();
	}

}
