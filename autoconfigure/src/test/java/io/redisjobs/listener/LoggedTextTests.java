package io.redisjobs.listener;

import java.util.List;
import java.util.Map;

import io.redisjobs.JobState;
import io.redisjobs.kit.JobsApplication;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests that nobody can write lines to the log by writing jobs to Redis. */
@ExtendWith({ TestRedis.class, OutputCaptureExtension.class })
class LoggedTextTests {

	private static final String FORGED = "1\n2026-01-01 ERROR forged line\n";

	@Test
	void neitherIdsNorNamesOfFailedJobsMakeLines(Jedis redis, CapturedOutput output) {
		try (JobsApplication application = JobsApplication.builder()
			.properties("logging.level.io.redisjobs=debug", "redis-jobs.defaults.unfit-hand-backs=1",
					"redis-jobs.defaults.unfit-pause=1ms")
			.handler("mail", "known", (job) -> {
				throw new IllegalStateException("no");
			})
			.run()) {
			add(redis, FORGED, "known");
			add(redis, "2", FORGED);
			redis.lpush("bull:mail:wait", FORGED + "gone");
			redis.zadd("bull:mail:marker", 0, "0");
			for (String id : List.of(FORGED, "2")) {
				await().untilAsserted(() -> assertThat(application.jobs().find("mail", id).orElseThrow().state())
					.isEqualTo(JobState.FAILED));
			}
			await().untilAsserted(() -> assertThat(output).contains("dropped the ids", "failed for good",
					"Queue 'mail', job 1\\u000a2026-01-01 ERROR forged line\\u000a: "));
			assertThat(output).contains(
					"Queue 'mail', job 2: attempt 1 of 1 of '1\\u000a2026-01-01 ERROR forged line\\u000a' failed, because "
							+ "nothing here can run the job; handed back for another worker, 1 of 1 times, until ",
					"; the job has failed for good, handed back for another worker once before");
			assertThat(output.toString().lines()).noneMatch((line) -> line.startsWith("2026-01-01 ERROR forged line"));
		}
	}

	private static void add(Jedis redis, String id, String name) {
		redis.hset("bull:mail:" + id,
				Map.of("name", name, "data", "{}", "opts", "{}", "timestamp", "1", "delay", "0", "priority", "0"));
		redis.lpush("bull:mail:wait", id);
		redis.zadd("bull:mail:marker", 0, "0");
	}

}
