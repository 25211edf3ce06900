package io.redisjobs.autoconfigure;

import io.redisjobs.kit.JobsApplication;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** What is said at start of queues that are configured. */
@ExtendWith({ TestRedis.class, OutputCaptureExtension.class })
class UnhandledQueuesTests {

	@Test
	void queuesThatNobodyHandlesAreNamedInOneLine(CapturedOutput output) {
		start("redis-jobs.queues.mails.concurrency=2", "redis-jobs.queues.mial.concurrency=2",
				"redis-jobs.queues.tts.protocol=streams", "redis-jobs.queues.tts.streams.results-to=done",
				"redis-jobs.queues.done.protocol=streams");
		assertThat(output.getOut().lines().filter((line) -> line.contains("no handler here"))).singleElement()
			.asString()
			.contains("[mial, tts]");
	}

	@Test
	void nothingIsSaidWhereAllHaveHandlers(CapturedOutput output) {
		start("redis-jobs.queues.mails.concurrency=2");
		assertThat(output).doesNotContain("no handler here");
	}

	private static void start(String... properties) {
		JobsApplication.builder()
			.properties("logging.level.io.redisjobs=info")
			.properties(properties)
			.handler("mails", (job) -> null)
			.run()
			.close();
	}

}
