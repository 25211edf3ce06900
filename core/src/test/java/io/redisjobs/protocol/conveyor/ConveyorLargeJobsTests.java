package io.redisjobs.protocol.conveyor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.redisjobs.JobOptions;
import io.redisjobs.JobState;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;

/** Calls are bounded by bytes. */
@ExtendWith(TestRedis.class)
class ConveyorLargeJobsTests {

	private static final byte[] LARGE = new byte[2_000_000];

	private final Conveyor conveyor = new Conveyor(ConveyorSettings.defaults().withEvents(true));

	private final JobQueue queue = this.conveyor.open("mail");

	@AfterEach
	void close() {
		this.conveyor.close();
	}

	@Test
	void largeJobsAreTakenOneByOneAndCompletedInSeveralCalls(Jedis jedis) {
		publish(40, LARGE);
		List<ReservedJob> jobs = new ArrayList<>();
		for (int i = 1; i <= 40; i++) {
			List<? extends ReservedJob> taken = this.queue.reserve(40, Duration.ZERO).jobs();
			assertThat(taken).hasSize(1);
			assertThat(jedis.keys("worker:hand:*")).isEmpty();
			assertThat(this.conveyor.client().countQueued("mail")).isEqualTo(40 - i);
			jobs.addAll(taken);
		}
		jedis.configResetStat();
		assertThat(this.queue.complete(jobs.stream().map((job) -> new Completion(job, LARGE)).toList())).hasSize(40)
			.containsOnly(Settlement.completed());
		assertThat(jedis.info("commandstats")).contains("cmdstat_evalsha:calls=40,");
	}

	@Test
	void smallJobsBeforeALargeOneAreTakenWithIt() {
		publish(20, new byte[10]);
		publish(20, LARGE);
		assertThat(this.queue.reserve(40, Duration.ZERO).jobs()).hasSize(21);
		assertThat(this.queue.inspect().counts()).containsEntry(JobState.WAITING, 19L);
		assertThat(this.queue.reserve(40, Duration.ZERO).jobs()).hasSize(1);
	}

	@Test
	void theOrderStays() {
		for (int i = 0; i < 60; i++) {
			byte[] payload = new byte[(i % 7 == 6) ? 600_000 : 10];
			payload[0] = (byte) i;
			publish(1, payload);
		}
		byte next = 0;
		while (next < 60) {
			for (ConveyorReservedJob job : Conveyor.take(this.queue, 60)) {
				assertThat(job.payload()[0]).isEqualTo(next++);
			}
		}
	}

	private void publish(int count, byte[] payload) {
		this.queue.publish(Collections.nCopies(count, new NewJob(payload, new JobOptions())));
	}

}
