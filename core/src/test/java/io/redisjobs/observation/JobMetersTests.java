package io.redisjobs.observation;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.OpenQueue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/** Tests that meters can be collected while Redis hangs. */
class JobMetersTests {

	@Test
	void aRedisThatHangsHoldsUpTheMetersOfFiftyQueuesOnce() {
		CountDownLatch hang = new CountDownLatch(1);
		JobProtocol protocol = mock();
		given(protocol.id()).willReturn("plain");
		JobQueue queue = mock();
		given(queue.inspect()).willAnswer((call) -> {
			hang.await();
			throw new IllegalStateException("too late");
		});
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		JobMeters meters = new JobMeters(registry, new JobQueues((name) -> new OpenQueue(name, protocol, queue)),
				Duration.ofSeconds(1), Clock.systemUTC());
		for (int i = 0; i < 50; i++) {
			meters.add("queue-" + i);
		}
		long begin = System.nanoTime();
		assertThat(registry.get("redis.jobs.queue.size").gauges()).hasSize(200)
			.extracting(Gauge::value)
			.containsOnly(Double.NaN);
		// a wait for each queue would be 50 s
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
		hang.countDown();
	}

}
