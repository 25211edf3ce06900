package io.redisjobs.protocol.bullmq;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.redisjobs.JobContext;
import io.redisjobs.kit.JobsApplication;
import io.redisjobs.listener.JobMonitor;
import io.redisjobs.test.RedisProcess;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A Redis that stands still for longer than the driver waits. */
class BullmqStallTests {

	private static final int JOBS = 30_000;

	@Test
	void everyJobRunsOnceAndIsToldOnce() {
		Told told = new Told();
		Map<String, Integer> runs = new ConcurrentHashMap<>();
		try (RedisProcess redis = RedisProcess.start();
				JobsApplication application = JobsApplication.builder()
					.properties("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + redis.port(),
							"spring.data.redis.timeout=1s", "redis-jobs.defaults.concurrency=8",
							"redis-jobs.defaults.lease=30s", "redis-jobs.auto-startup=false")
					.bean(JobMonitor.class, told)
					.handler("q", (job) -> runs.merge(job.id(), 1, Integer::sum))
					.run()) {
			application.jobs().publishAll("q", IntStream.range(0, JOBS).boxed().toList());
			application.container("q").start();
			for (int stall = 0; stall < 4; stall++) {
				int next = told.completed.size() + 2000;
				await().pollInterval(Duration.ofMillis(10)).until(() -> told.completed.size() >= next);
				redis.stall(Duration.ofMillis(2600));
			}
			await().atMost(Duration.ofSeconds(90))
				.until(() -> told.completed.size() + told.lost.get() >= JOBS && count(redis, "active") == 0);
			assertThat(told.lost).hasValue(0);
			assertThat(told.completed).hasSize(JOBS).allSatisfy((id, times) -> assertThat(times).isOne());
			assertThat(runs).hasSize(JOBS).allSatisfy((id, times) -> assertThat(times).isOne());
			application.container("q").stop();
		}
	}

	private static long count(RedisProcess redis, String list) {
		try (Jedis jedis = redis.connect(Duration.ofSeconds(10))) {
			return jedis.llen("bull:q:" + list);
		}
	}

	private static final class Told implements JobMonitor {

		private final Map<String, Integer> completed = new ConcurrentHashMap<>();

		private final AtomicInteger lost = new AtomicInteger();

		@Override
		public void completed(JobContext job, @Nullable Object result, Duration duration) {
			this.completed.merge(job.id(), 1, Integer::sum);
		}

		@Override
		public void leaseLost(JobContext job) {
			this.lost.incrementAndGet();
		}

	}

}
