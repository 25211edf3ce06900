package io.redisjobs.observation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.redisjobs.JobContext;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.MutableClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

class JobMetersTests {

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private double count(String name) {
		return this.registry.get(name).tags("queue", "emails", "protocol", "plain").counter().count();
	}

	@Test
	void whatHappensIsCounted() {
		JobProtocol protocol = mock();
		given(protocol.id()).willReturn("plain");
		JobContext job = mock();
		given(job.queue()).willReturn("emails");
		JobMeters meters = new JobMeters(this.registry,
				new JobQueues((name) -> new OpenQueue(name, protocol, mock(JobQueue.class))), Duration.ofSeconds(1),
				Clock.systemUTC());
		meters.leaseLost(job);
		meters.extensionLate("emails");
		meters.writeRepeated("emails");
		meters.maintained("emails", new MaintenanceReport(1, 2, 3, 4, true, Duration.ZERO));
		meters.completed(job, null, Duration.ZERO);
		meters.failed(job, new IllegalStateException("boom"), Settlement.gone(), Duration.ZERO);
		meters.failed(job, new IllegalStateException("boom"), Settlement.handedBack(Instant.EPOCH, 1, 20),
				Duration.ZERO);
		assertThat(count("redis.jobs.lease.lost")).isOne();
		assertThat(count("redis.jobs.lease.extension.late")).isOne();
		assertThat(count("redis.jobs.write.repeated")).isOne();
		assertThat(count("redis.jobs.stalled.recovered")).isEqualTo(2);
		assertThat(count("redis.jobs.stalled.failed")).isEqualTo(3);
		assertThat(count("redis.jobs.maintenance.skipped")).isOne();
		assertThat(this.registry.get("redis.jobs.attempts").tag("outcome", "completed").counter().count()).isOne();
		assertThat(this.registry.get("redis.jobs.attempts").tag("outcome", "gone").counter().count()).isOne();
		assertThat(this.registry.get("redis.jobs.attempts").tag("outcome", "handed_back").counter().count()).isOne();
	}

	@Test
	void theTimeThatJobsWaitedIsMeasuredWhereItIsKnown() {
		MutableClock clock = new MutableClock();
		JobProtocol protocol = mock();
		given(protocol.id()).willReturn("plain");
		JobMeters meters = new JobMeters(this.registry,
				new JobQueues((name) -> new OpenQueue(name, protocol, mock(JobQueue.class))), Duration.ofSeconds(1),
				clock);
		JobContext job = mock();
		given(job.queue()).willReturn("emails");
		ReservedJob reserved = mock();
		given(job.as(ReservedJob.class)).willReturn(Optional.of(reserved));
		given(reserved.waitingSince()).willReturn(Optional.empty());
		meters.started(job);
		assertThat(this.registry.find("redis.jobs.wait").timer()).isNull();
		for (int seconds : new int[] { 20, -5 }) {
			given(reserved.waitingSince()).willReturn(Optional.of(clock.instant().minusSeconds(seconds)));
			meters.started(job);
		}
		Timer waits = this.registry.get("redis.jobs.wait").tags("queue", "emails", "protocol", "plain").timer();
		assertThat(waits.count()).isEqualTo(2);
		assertThat(waits.totalTime(TimeUnit.SECONDS)).isEqualTo(20);
	}

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
		JobMeters meters = new JobMeters(this.registry, new JobQueues((name) -> new OpenQueue(name, protocol, queue)),
				Duration.ofSeconds(1), Clock.systemUTC());
		for (int i = 0; i < 50; i++) {
			meters.add("queue-" + i);
		}
		long begin = System.nanoTime();
		assertThat(this.registry.get("redis.jobs.queue.size").gauges()).hasSize(200)
			.extracting(Gauge::value)
			.containsOnly(Double.NaN);
		// a wait for each queue would be 50 s
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
		hang.countDown();
	}

}
