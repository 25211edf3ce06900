package io.redisjobs.compatibility;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.redisjobs.PublishedJob;
import io.redisjobs.test.RedisProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Redis going away, refusing or losing connections in the middle of a run. */
@ExtendWith(OutputCaptureExtension.class)
class OutageTests {

	private static final int JOBS = 300;

	private static final Duration LONG = Duration.ofSeconds(90);

	private RedisProcess redis;

	private JavaSide java;

	@BeforeEach
	void start() {
		this.redis = RedisProcess.start("--appendonly yes", "--appendfsync always");
		this.java = JavaSide.worker("outage", JavaSide.Handler.taking(Duration.ofMillis(20), "done"),
				"spring.data.redis.port=" + this.redis.port(), "queue.concurrency=4", "queue.lease=2s",
				"queue.bullmq.stalled-interval=1s", "queue.bullmq.max-stalled-count=20");
	}

	@AfterEach
	void stop() {
		this.java.close();
		this.redis.close();
	}

	@Test
	void aRestartOfRedisLosesNothing(CapturedOutput output) {
		List<String> ids = publish();
		awaitCompleted(50);
		this.redis.kill();
		this.redis.restart();
		assertAllCompleted(ids);
		assertQuiet(output);
	}

	@Test
	void anOutageOfTenSecondsLosesNothing(CapturedOutput output) {
		List<String> ids = publish();
		awaitCompleted(50);
		this.redis.stop();
		long start = System.currentTimeMillis();
		await().atMost(LONG).until(() -> System.currentTimeMillis() - start > 10_000);
		this.redis.restart();
		assertAllCompleted(ids);
		assertQuiet(output);
	}

	@Test
	void killedConnectionsAreOpenedAgain(CapturedOutput output) {
		List<String> ids = publish();
		for (int i = 1; i <= 5; i++) {
			awaitCompleted(i * 30);
			try (Jedis jedis = this.redis.connect()) {
				jedis.clientKill(new ClientKillParams().type(ClientType.NORMAL).skipMe(ClientKillParams.SkipMe.YES));
			}
		}
		assertAllCompleted(ids);
		assertQuiet(output);
	}

	@Test
	void aContainerAtRestSendsNextToNothing() {
		this.java.close();
		this.java = JavaSide.worker("rest", JavaSide.Handler.returning("done"),
				"spring.data.redis.port=" + this.redis.port());
		try (Jedis jedis = this.redis.connect()) {
			await().atMost(LONG).until(() -> jedis.clientList().contains("name=bull:"));
			long commands = commands(jedis);
			long start = System.currentTimeMillis();
			await().atMost(LONG).until(() -> System.currentTimeMillis() - start > 7000);
			long perMinute = (commands(jedis) - commands) * 60_000 / (System.currentTimeMillis() - start);
			System.out.println("Commands a minute at rest, those inside scripts included: " + perMinute);
			assertThat(perMinute).isLessThan(300);
		}
	}

	private static long commands(Jedis jedis) {
		return jedis.info("stats")
			.lines()
			.filter((line) -> line.startsWith("total_commands_processed:"))
			.mapToLong((line) -> Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
			.sum();
	}

	@Test
	void aFullRedisIsWaitedFor(CapturedOutput output) {
		List<String> ids = publish();
		awaitCompleted(50);
		try (Jedis jedis = this.redis.connect()) {
			jedis.configSet("maxmemory", "1");
			long start = System.currentTimeMillis();
			await().atMost(LONG).until(() -> System.currentTimeMillis() - start > 4000);
			jedis.configSet("maxmemory", "0");
		}
		assertAllCompleted(ids);
		assertQuiet(output);
	}

	private List<String> publish() {
		return this.java.jobs()
			.publishAll("outage", Collections.nCopies(JOBS, "x"))
			.stream()
			.map(PublishedJob::id)
			.toList();
	}

	private void awaitCompleted(int count) {
		try (Jedis jedis = this.redis.connect()) {
			await().atMost(LONG).until(() -> jedis.zcard("bull:outage:completed") >= count);
		}
	}

	private void assertAllCompleted(List<String> ids) {
		awaitCompleted(JOBS);
		try (Jedis jedis = this.redis.connect()) {
			Map<String, Long> completions = NodeProducerJavaWorkerTests.events(jedis, "outage")
				.stream()
				.filter((event) -> event.get("event").equals("completed"))
				.collect(Collectors.groupingBy((event) -> event.get("jobId"), Collectors.counting()));
			assertThat(completions).containsOnlyKeys(ids).allSatisfy((id, times) -> assertThat(times).isEqualTo(1));
			await().atMost(LONG).untilAsserted(() -> assertThat(jedis.llen("bull:outage:active")).isZero());
		}
		assertThat(this.java.jobs().publish("outage", "more").added()).isTrue();
		awaitCompleted(JOBS + 1);
	}

	/** The log tells the story, and does not repeat it. */
	private static void assertQuiet(CapturedOutput output) {
		long told = output.getAll()
			.lines()
			.filter((line) -> line.contains(" WARN ") || line.contains(" ERROR "))
			.count();
		assertThat(told).as(output.getAll()).isLessThan(12);
	}

}
