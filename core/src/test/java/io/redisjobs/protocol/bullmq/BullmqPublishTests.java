package io.redisjobs.protocol.bullmq;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.redisjobs.Backoff;
import io.redisjobs.Deduplication;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.JobRetention;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What is published, and what is refused. */
class BullmqPublishTests extends BullmqQueueFixture {

	@Test
	void optionsAreStoredAsBullmqHasThem() {
		publish(new JobOptions().name("render")
			.id("order-1")
			.priority(3)
			.attempts(4)
			.backoff(Backoff.exponential(Duration.ofSeconds(1)).withJitter(0.5))
			.removeOnComplete(JobRetention.removeAll())
			.removeOnFail(JobRetention.keep(5, Duration.ofMinutes(1)))
			.keepLogs(7)
			.stackTraceLimit(2)
			.traceContext("trace")
			.deduplication(Deduplication.throttle("d", Duration.ofSeconds(9))));
		assertThat(this.jedis.hget("bull:q:order-1", "opts"))
			.isEqualTo("{\"attempts\":4,\"priority\":3,\"jobId\":\"order-1\",\"backoff\":{\"type\":\"exponential\","
					+ "\"delay\":1000,\"jitter\":0.5},\"removeOnComplete\":true,\"removeOnFail\":{\"age\":60,"
					+ "\"count\":5},\"kl\":7,\"stackTraceLimit\":2,\"tm\":\"trace\",\"de\":{\"id\":\"d\",\"ttl\":9000}}");
		assertThat(this.jedis.hget("bull:q:order-1", "name")).isEqualTo("render");
	}

	@Test
	void manyJobsKeepTheirOrderOverSeveralCalls() {
		List<NewJob> jobs = IntStream.range(0, 600)
			.mapToObj((number) -> new NewJob(bytes("" + number), new JobOptions()))
			.toList();
		List<PublishResult> results = this.queue.publish(jobs);
		assertThat(results).extracting(PublishResult::id)
			.containsExactlyElementsOf(IntStream.rangeClosed(1, 600).mapToObj(String::valueOf).toList());
		assertThat(this.jedis.lindex("bull:q:wait", -1)).isEqualTo("1");
		assertThat(this.jedis.lindex("bull:q:wait", 0)).isEqualTo("600");
	}

	@ParameterizedTest
	@ValueSource(strings = { "12", "-5", "0", "0:1", "a:b", "a:b:c:d", "", "stalled", "wait", "meta", "id", "pc",
			"marker", "events", "repeat", "limiter", "completed", "stalled-check", "waiting-children", "de:x:y",
			"dn:x:y", "repeat:s:1", "metrics:completed:data", "x:lock", "a:b:lock" })
	void idsThatBullmqKeepsForItselfAreRefused(String id) {
		assertThatExceptionOfType(JobRefusedException.class).isThrownBy(() -> publish(new JobOptions().id(id)))
			.withMessageContaining("Queue 'q'");
		assertThat(TestRedis.keys(this.jedis)).isEmpty();
	}

	@Test
	void jobsThatNobodyCouldRunAreRefused() {
		this.queue = open(BullmqSettings.defaults().withMaxPayload(10));
		assertRefused("{\"a\":123456}", new JobOptions());
		assertRefused("{oops", new JobOptions());
		assertRefused("{} {}", new JobOptions());
		assertRefused("{}", new JobOptions().priority(2097153));
		assertRefused("{}", new JobOptions().delay(Duration.ofSeconds(-1)));
		assertRefused("{}", new JobOptions().attempts(-1));
		assertThat(TestRedis.keys(this.jedis)).isEmpty();
	}

	private void assertRefused(String payload, JobOptions options) {
		assertThatExceptionOfType(JobRefusedException.class)
			.isThrownBy(() -> this.queue.publish(List.of(new NewJob(bytes(payload), options))));
	}

	@Test
	void aChildOfAJobThatIsNotThereIsRefused() {
		PublishResult result = publish(new JobOptions().parent("nobody"));
		assertThat(result.outcome()).isEqualTo(PublishResult.Outcome.REFUSED);
		assertThat(result.detail()).contains("bull:q:nobody");
	}

}
