package io.redisjobs.protocol.streams;

import java.time.Duration;

import io.redisjobs.JobOptions;
import io.redisjobs.UnfitJobException;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.XPendingParams;

import static org.assertj.core.api.Assertions.assertThat;

/** What an entry that is handed back for another worker leaves in Redis. */
@ExtendWith(TestRedis.class)
class StreamsHandBackTests {

	private static final String RETRIES = "jobs:tts:retries:worker-group";

	private final StreamsQueues queues = new StreamsQueues();

	@AfterEach
	void close() {
		this.queues.close();
	}

	private static Settlement handBack(JobQueue queue, EnvelopedJob job, int most) {
		return queue.fail(new Failure(job, new UnfitJobException("Nobody knows it"),
				FailureAction.handBack(most, Duration.ofSeconds(5))));
	}

	private static EnvelopedJob takeNow(JobQueue queue, Jedis jedis) {
		jedis.zrange(RETRIES, 0, -1).forEach((id) -> jedis.zadd(RETRIES, 1, id));
		return StreamsQueues.take(queue);
	}

	@Test
	void anEntryThatIsHandedBackWaitsWithoutADelivery(Jedis jedis) {
		JobQueue queue = this.queues.open("tts");
		StreamsQueues.publish(queue, "1");
		Settlement settlement = handBack(queue, StreamsQueues.take(queue), 20);
		assertThat(settlement.outcome()).isEqualTo(Settlement.Outcome.HANDED_BACK);
		assertThat(jedis.xpending("jobs:tts", "worker-group", new XPendingParams("-", "+", 10))).singleElement()
			.satisfies((entry) -> {
				assertThat(entry.getDeliveredTimes()).isZero();
				assertThat(entry.getConsumerName()).isEqualTo(StreamsBinding.HOLDER);
				assertThat(jedis.zscore(RETRIES, entry.getID().toString()))
					.isBetween(System.currentTimeMillis() - 5_000.0, System.currentTimeMillis() + 5_000.0);
			});
		assertThat(StreamsQueues.takeAll(queue, 1)).isEmpty();
		EnvelopedJob again = takeNow(queue, jedis);
		assertThat(again.attempt()).isOne();
		assertThat(StreamsQueues.complete(queue, again, "1")).isEqualTo(Settlement.completed());
	}

	@Test
	void aJobIdThatRunsOnceMayStillRun(Jedis jedis) {
		JobQueue queue = this.queues.open("tts", (settings) -> settings.oncePerJobId(true));
		StreamsQueues.publish(queue, "1", new JobOptions().id("order-1"));
		handBack(queue, StreamsQueues.take(queue), 20);
		EnvelopedJob again = takeNow(queue, jedis);
		assertThat(again.refusal()).isEmpty();
		assertThat(StreamsQueues.complete(queue, again, "1")).isEqualTo(Settlement.completed());
	}

	@Test
	void anEntryThatNobodyTookFailsWithTheReasonAndHowOftenItWentBack(Jedis jedis) {
		JobQueue queue = this.queues.open("tts");
		StreamsQueues.publish(queue, "1");
		handBack(queue, StreamsQueues.take(queue), 1);
		assertThat(handBack(queue, takeNow(queue, jedis), 1)).isEqualTo(Settlement.failed());
		assertThat(jedis.xrange("jobs:tts:dead", "-", "+")).singleElement()
			.satisfies((entry) -> assertThat(entry.getFields().get("payload"))
				.contains("\"error\":\"Nobody knows it (handed back for another worker once before)\"")
				.contains("\"attempts\":1"));
	}

}
