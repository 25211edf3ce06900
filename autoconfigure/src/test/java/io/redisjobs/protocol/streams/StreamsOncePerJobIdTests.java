package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.redisjobs.JobOptions;
import io.redisjobs.kit.JobsApplication;
import io.redisjobs.listener.invoke.JobInvoker;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(TestRedis.class)
class StreamsOncePerJobIdTests {

	private final StreamsQueues queues = new StreamsQueues();

	@AfterEach
	void close() {
		this.queues.close();
	}

	@Test
	void aSecondEntryOfAJobIdThatIsDoneIsAcknowledgedWithoutARun(Jedis redis) {
		JobQueue queue = open(StreamsQueues.LONG_LEASE);
		StreamsQueues.publish(queue, "1", new JobOptions().id("refund-1"));
		assertThat(StreamsQueues.complete(queue, StreamsQueues.take(queue), "null").outcome())
			.isEqualTo(Settlement.Outcome.COMPLETED);
		StreamsQueues.publish(queue, "1", new JobOptions().id("refund-1"));
		StreamsQueues.publish(queue, "1", new JobOptions().id("refund-2"));
		assertThat(StreamsQueues.takeAll(queue, 10)).extracting(EnvelopedJob::id).containsExactly("refund-2");
		assertThat(redis.xpending("jobs:failed", "handler-group").getTotal()).isEqualTo(1);
		assertThat(redis.pttl("jobs:failed:once:handler-group:refund-1")).isPositive();
	}

	@Test
	void aSecondEntryOfAJobIdThatRunsIsAcknowledgedWithoutARun() {
		JobQueue queue = open(StreamsQueues.LONG_LEASE);
		StreamsQueues.publish(queue, "1", new JobOptions().id("refund-1"));
		StreamsQueues.publish(queue, "1", new JobOptions().id("refund-1"));
		assertThat(StreamsQueues.takeAll(queue, 10)).hasSize(1);
	}

	@Test
	void aFailedRunIsRepeated() {
		JobQueue queue = open(StreamsQueues.LONG_LEASE);
		StreamsQueues.publish(queue, "1", new JobOptions().id("refund-1"));
		StreamsQueues.fail(queue, StreamsQueues.take(queue), FailureAction.retryAfter(Duration.ZERO));
		EnvelopedJob again = StreamsQueues.take(queue);
		assertThat(again.refusal()).isEmpty();
		StreamsQueues.fail(queue, again, FailureAction.release());
		assertThat(StreamsQueues.take(queue).refusal()).isEmpty();
	}

	@Test
	void anInterruptedRunIsNotRepeatedButReported(Jedis redis) {
		JobQueue queue = open(Duration.ofMillis(20));
		StreamsQueues.publish(queue, "1", new JobOptions().id("refund-1"));
		StreamsQueues.take(queue);
		await().atMost(Duration.ofSeconds(30)).until(() -> queue.maintain(10).recovered() == 1);
		EnvelopedJob again = StreamsQueues.take(queue);
		assertThat(again.refusal()).hasValueSatisfying((reason) -> assertThat(reason).contains("refund-1"));
		assertThat(StreamsQueues.fail(queue, again, FailureAction.fail()).outcome())
			.isEqualTo(Settlement.Outcome.FAILED);
		assertThat(redis.xlen("jobs:failed:dead")).isEqualTo(1);
		assertThat(redis.pttl("jobs:failed:once:handler-group:refund-1")).isPositive();
		StreamsQueues.publish(queue, "1", new JobOptions().id("refund-1"));
		assertThat(StreamsQueues.takeAll(queue, 10)).isEmpty();
	}

	@Test
	void anInterruptedRunThatIsHandedBackBeforeItWasReportedIsNotRepeated() {
		JobQueue queue = open(Duration.ofMillis(20));
		StreamsQueues.publish(queue, "1", new JobOptions().id("refund-1"));
		StreamsQueues.take(queue);
		await().atMost(Duration.ofSeconds(30)).until(() -> queue.maintain(10).recovered() == 1);
		StreamsQueues.fail(queue, StreamsQueues.take(queue), FailureAction.release());
		assertThat(StreamsQueues.take(queue).refusal())
			.hasValueSatisfying((reason) -> assertThat(reason).contains("interrupted"));
	}

	@Test
	void aJobIdWhoseHandlerHasFailedForGoodMayBePublishedAgain() {
		JobQueue queue = open(StreamsQueues.LONG_LEASE);
		StreamsQueues.publish(queue, "1", new JobOptions().id("refund-1"));
		StreamsQueues.fail(queue, StreamsQueues.take(queue), FailureAction.fail());
		StreamsQueues.publish(queue, "1", new JobOptions().id("refund-1"));
		assertThat(StreamsQueues.take(queue).refusal()).isEmpty();
	}

	@Test
	void aRunThatTheContainerCutsOffIsNotRepeated(Jedis redis) {
		CountDownLatch end = new CountDownLatch(1);
		AtomicInteger runs = new AtomicInteger();
		JobInvoker refund = (job) -> {
			runs.incrementAndGet();
			return awaitWhateverHappens(end);
		};
		try {
			try (JobsApplication stopped = start(refund)) {
				stopped.jobs().publish("failed", 1, (options) -> options.id("refund-1"));
				await().until(() -> runs.get() == 1);
			}
			try (JobsApplication next = start(refund)) {
				await().until(() -> redis.xlen("jobs:failed:dead") == 1);
				next.jobs().publish("failed", 1, (options) -> options.id("refund-1"));
				await().until(() -> redis.xinfoGroups("jobs:failed")
					.get(0)
					.getLastDeliveredId()
					.equals(redis.xinfoStream("jobs:failed").getLastGeneratedId()));
				await().until(() -> redis.xpending("jobs:failed", "handler-group").getTotal() == 0);
			}
			assertThat(runs).hasValue(1);
		}
		finally {
			end.countDown();
		}
	}

	private static boolean awaitWhateverHappens(CountDownLatch end) {
		while (true) {
			try {
				end.await();
				return true;
			}
			catch (InterruptedException ex) {
				// such handlers exist
			}
		}
	}

	private static JobsApplication start(JobInvoker handler) {
		return JobsApplication.builder()
			.properties("redis-jobs.defaults.protocol=streams", "redis-jobs.defaults.shutdown-timeout=100ms",
					"redis-jobs.defaults.lease=5s", "redis-jobs.queues.failed.streams.once-per-job-id=true")
			.handler("failed", handler)
			.run();
	}

	private JobQueue open(Duration lease) {
		return this.queues.open("failed", lease, (settings) -> settings.oncePerJobId(true));
	}

}
