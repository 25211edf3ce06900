package io.redisjobs.protocol.conveyor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.google.protobuf.StringValue;
import io.redisjobs.kit.JobsApplication;
import io.redisjobs.listener.invoke.JobInvoker;
import io.redisjobs.test.RedisProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Redis is away for longer than a lease. */
class ConveyorOutageTests {

	private static final int TREES = 12;

	private final RedisProcess redis = RedisProcess.start();

	private final List<JobsApplication> applications = new ArrayList<>();

	private final Map<String, Set<String>> ids = new ConcurrentHashMap<>();

	private final Set<String> ended = ConcurrentHashMap.newKeySet();

	@AfterEach
	void close() {
		this.applications.forEach(JobsApplication::close);
		this.redis.close();
	}

	private JobsApplication run(JobInvoker handler) {
		JobsApplication application = JobsApplication.builder()
			.properties("spring.data.redis.port=" + this.redis.port(), "spring.data.redis.timeout=500ms",
					"redis-jobs.queues.trees.protocol=conveyor", "redis-jobs.queues.trees.lease=2s",
					"redis-jobs.queues.trees.concurrency=4", "redis-jobs.queues.trees.max-attempts=10")
			.handler("trees", handler)
			.run();
		this.applications.add(application);
		return application;
	}

	@ParameterizedTest
	@CsvSource({ "1, false", "3, false", "1, true" })
	void everyTreeEndsAndNoFollowUpIsThereTwice(int workers, boolean deaf) {
		JobInvoker handler = (job) -> {
			String text = StringValue.parseFrom(job.payload()).getValue();
			this.ids.computeIfAbsent(text, (key) -> ConcurrentHashMap.newKeySet()).add(job.id());
			if (text.startsWith("root")) {
				job.children().publish(StringValue.of("child of " + text));
				job.then().publish(StringValue.of("heir of " + text));
			}
			work(Duration.ofMillis(700), deaf);
			this.ended.add(text);
			return null;
		};
		for (int i = 0; i < workers; i++) {
			run(handler);
		}
		for (int i = 0; i < TREES; i++) {
			this.applications.get(0).jobs().publish("trees", StringValue.of("root " + i));
		}
		await().atMost(Duration.ofSeconds(30)).until(() -> this.ended.size() >= 2);
		this.redis.stall(Duration.ofSeconds(5));
		await().atMost(Duration.ofSeconds(90)).ignoreExceptions().until(() -> this.ended.size() == 3 * TREES);
		try (Jedis jedis = this.redis.connect()) {
			await().atMost(Duration.ofSeconds(90)).until(() -> jedis.scard("jobs:active") == 0);
		}
		assertThat(this.ids).allSatisfy((text, ids) -> assertThat(ids).hasSize(1));
	}

	/** Takes its time, also when it is interrupted if it is deaf. */
	private static void work(Duration duration, boolean deaf) throws InterruptedException {
		long end = System.nanoTime() + duration.toNanos();
		for (long left = duration.toNanos(); left > 0; left = end - System.nanoTime()) {
			if (!deaf) {
				TimeUnit.NANOSECONDS.sleep(left);
			}
			else {
				Thread.interrupted();
				LockSupport.parkNanos(left);
			}
		}
	}

}
