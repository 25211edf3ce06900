package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.util.Collections;
import java.util.List;

import io.redisjobs.JobOptions;
import io.redisjobs.JobState;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.redis.Bytes;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;

/** Calls are bounded by bytes. */
@ExtendWith(TestRedis.class)
class OmniqLargeJobsTests {

	private static final byte[] LARGE = Bytes.of("[\"" + "x".repeat(2_000_000) + "\"]");

	private final OmniqFixture fixture = new OmniqFixture();

	private final OmniqJobQueue queue = this.fixture.queue("jobs", OmniqSettings.defaults());

	@AfterEach
	void close() {
		this.queue.close();
		this.fixture.close();
	}

	@Test
	void largeJobsAreTakenOneByOne(Jedis jedis) {
		publish(40, LARGE);
		List<? extends ReservedJob> jobs = this.queue.reserve(40, Duration.ZERO).jobs();
		for (int i = 1; i <= 40; i++) {
			assertThat(jobs).hasSize(1);
			assertThat(this.queue.inspect().counts()).containsEntry(JobState.ACTIVE, 1L);
			List<Completion> done = jobs.stream().map((job) -> new Completion(job, LARGE)).toList();
			jobs = this.queue.exchange(done, 40).reservation().jobs();
		}
		assertThat(jobs).isEmpty();
		OmniqFixture.checkQueue(jedis, "jobs");
	}

	@Test
	void smallJobsBeforeALargeOneAreTakenWithIt() {
		publish(20, Bytes.of("[]"));
		publish(20, LARGE);
		assertThat(this.queue.reserve(40, Duration.ZERO).jobs()).hasSize(21);
		assertThat(this.queue.inspect().counts()).containsEntry(JobState.WAITING, 19L);
	}

	private void publish(int count, byte[] payload) {
		this.queue.publish(Collections.nCopies(count, new NewJob(payload, new JobOptions())));
	}

}
