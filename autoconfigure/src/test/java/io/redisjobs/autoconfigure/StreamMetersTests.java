package io.redisjobs.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.redisjobs.kit.JobsApplication;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.streams.StreamStatisticsRole;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

@ExtendWith(TestRedis.class)
class StreamMetersTests {

	private Instant now = Instant.EPOCH;

	private final Clock clock = new Clock() {

		@Override
		public ZoneOffset getZone() {
			return ZoneOffset.UTC;
		}

		@Override
		public Clock withZone(ZoneId zone) {
			return this;
		}

		@Override
		public Instant instant() {
			return StreamMetersTests.this.now;
		}

	};

	@Test
	void lagPendingLengthAndMemoryAreMeasured(Jedis redis) {
		try (JobsApplication application = JobsApplication.builder()
			.properties("redis-jobs.queues.tts.protocol=streams")
			.run()) {
			SimpleMeterRegistry registry = new SimpleMeterRegistry();
			new StreamMeters(List.of("tts"), application.context().getBean(JobQueues.class), this.clock)
				.bindTo(registry);
			application.jobs().publishAll("tts", List.of(Map.of(), Map.of(), Map.of()));
			application.queue("tts").reserve(1, Duration.ZERO);
			redis.xgroupCreate("jobs:tts", "audit", new StreamEntryID(0, 0), false);
			assertThat(registry.get("redis.jobs.stream.length").tag("queue", "tts").gauge().value()).isEqualTo(3);
			assertThat(registry.get("redis.jobs.server.memory.used").gauge().value()).isPositive();
			assertThat(lag(registry, "worker-group")).isEqualTo(2);
			assertThat(lag(registry, "audit")).isEqualTo(3);
			assertThat(registry.get("redis.jobs.stream.pending").tag("group", "worker-group").gauge().value())
				.isEqualTo(1);
			application.queue("tts").reserve(1, Duration.ZERO);
			this.now = this.now.plusSeconds(60);
			registry.get("redis.jobs.stream.length").gauge().value();
			assertThat(lag(registry, "worker-group")).isEqualTo(1);
		}
	}

	@Test
	void manyGroupsMakeFewMeters(Jedis redis) {
		try (JobsApplication application = JobsApplication.builder()
			.properties("redis-jobs.queues.tts.protocol=streams")
			.run()) {
			SimpleMeterRegistry registry = new SimpleMeterRegistry();
			new StreamMeters(List.of("tts"), application.context().getBean(JobQueues.class), this.clock)
				.bindTo(registry);
			application.jobs().publish("tts", Map.of());
			for (int i = 0; i < 150; i++) {
				redis.xgroupCreate("jobs:tts", "group-" + i, new StreamEntryID(0, 0), false);
			}
			await().untilAsserted(() -> {
				assertThat(registry.get("redis.jobs.stream.length").gauge().value()).isEqualTo(1);
				assertThat(registry.get("redis.jobs.stream.lag").gauges()).hasSize(100);
				assertThat(registry.get("redis.jobs.stream.pending").gauges()).hasSize(100);
			});
		}
	}

	@Test
	void aRedisThatHangsHoldsUpTheMetersOfFiftyStreamsOnce() {
		CountDownLatch hang = new CountDownLatch(1);
		JobQueue queue = mock();
		given(queue.role(StreamStatisticsRole.class)).willReturn(Optional.of(() -> {
			try {
				hang.await(2, TimeUnit.SECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			throw new IllegalStateException("too late");
		}));
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		new StreamMeters(IntStream.range(0, 50).mapToObj(String::valueOf).toList(),
				new JobQueues((name) -> new OpenQueue(name, mock(), queue)), this.clock)
			.bindTo(registry);
		long begin = System.nanoTime();
		assertThat(registry.get("redis.jobs.stream.length").gauges()).hasSize(50)
			.extracting(Gauge::value)
			.containsOnly(Double.NaN);
		// a wait for each stream would be 100 s
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
		hang.countDown();
	}

	private static double lag(SimpleMeterRegistry registry, String group) {
		return registry.get("redis.jobs.stream.lag").tag("queue", "tts").tag("group", group).gauge().value();
	}

}
