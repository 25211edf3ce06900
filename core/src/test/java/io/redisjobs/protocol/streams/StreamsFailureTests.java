package io.redisjobs.protocol.streams;

import java.time.Duration;

import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.OddErrors;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Odd failures, odd times. */
@ExtendWith(TestRedis.class)
class StreamsFailureTests {

	private static final Duration ENDLESS = Duration.ofSeconds(Long.MAX_VALUE);

	private final StreamsQueues queues = new StreamsQueues();

	@AfterEach
	void close() {
		this.queues.close();
	}

	private static EnvelopedJob take(JobQueue queue) {
		StreamsQueues.publish(queue, "1");
		return StreamsQueues.take(queue);
	}

	@Test
	void anOddErrorEndsAnEntryLikeAnyOther(Jedis jedis) {
		JobQueue queue = this.queues.open("tts");
		for (Throwable error : OddErrors.all()) {
			assertThat(queue.fail(new Failure(take(queue), error, FailureAction.fail())))
				.isEqualTo(Settlement.failed());
		}
		assertThat(jedis.xrange("jobs:tts:dead", "-", "+")).hasSize(OddErrors.all().size())
			.allMatch((entry) -> entry.getFields().get("payload").length() < 61_000);
	}

	@Test
	void anEndlessTimeEndsAnEntryLikeAnyOther() {
		JobQueue queue = this.queues.open("tts",
				(settings) -> settings.retryAfter(ENDLESS).retention(ENDLESS).resultsTo("completed"));
		assertThat(StreamsQueues.fail(queue, take(queue), FailureAction.retry()).outcome())
			.isEqualTo(Settlement.Outcome.RETRYING);
		assertThat(StreamsQueues.fail(queue, take(queue), FailureAction.retryAfter(ENDLESS)).outcome())
			.isEqualTo(Settlement.Outcome.RETRYING);
		assertThat(StreamsQueues.complete(queue, take(queue), "1")).isEqualTo(Settlement.completed());
	}

	@Test
	void aRestEnds() {
		JobQueue queue = this.queues.open("tts");
		StreamsQueues.fail(queue, take(queue), FailureAction.releaseAndRest(Duration.ofMillis(50)));
		await().until(() -> !StreamsQueues.takeAll(queue, 1).isEmpty());
	}

}
