package io.redisjobs.protocol.omniq;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.redisjobs.InvalidQueueException;
import io.redisjobs.JobRefusedException;
import io.redisjobs.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** What a client is given, and what it finds, that is not as it should be. */
class OmniqClientInputTests extends OmniqClientFixture {

	@ParameterizedTest
	@ValueSource(strings = { "", " bad", "bad ", "bad:name", "{manual-tag}", "bad/name", "bad\\name", "bad name" })
	void aBadQueueNameIsRefused(String name, Jedis jedis) {
		assertThatExceptionOfType(InvalidQueueException.class).isThrownBy(() -> this.client.publish(name, PAYLOAD));
		assertThatExceptionOfType(InvalidQueueException.class).isThrownBy(() -> this.client.reserve(name));
		assertThat(TestRedis.keys(jedis)).isEmpty();
	}

	@Test
	void queueBaseWrapsANameOnce() {
		assertThat(OmniqClient.queueBase("emails")).isEqualTo("{emails}");
		assertThat(OmniqClient.queueBase("{emails}")).isEqualTo("{emails}");
		assertThatExceptionOfType(InvalidQueueException.class).isThrownBy(() -> OmniqClient.queueBase("{a}{b}"));
	}

	static Stream<@Nullable Object> scalars() {
		return Stream.of("text", new StringBuilder("text"), 1, 1.5, true, 'c', null, new byte[] { 1 }, Instant.EPOCH);
	}

	@ParameterizedTest
	@MethodSource("scalars")
	void aPayloadThatIsNoObjectOrArrayIsRefused(@Nullable Object payload, Jedis jedis) {
		assertThatExceptionOfType(JobRefusedException.class).isThrownBy(() -> this.client.publish(QUEUE, payload))
			.withMessageContaining("JSON object or array");
		assertThat(TestRedis.keys(jedis)).isEmpty();
	}

	@Test
	void payloadsKeepTheirText() {
		record Mail(String to, List<String> tags) {
		}
		this.client.publish(QUEUE, new Mail("ü<&>@x", List.of()), OmniqPublishOptions.defaults(), NOW);
		assertThat(reserve(NOW).payload()).isEqualTo("{\"to\":\"ü<&>@x\",\"tags\":[]}");
		this.client.publish(QUEUE, new int[] { 1, 2 }, OmniqPublishOptions.defaults(), NOW);
		assertThat(reserve(NOW).payload()).isEqualTo("[1,2]");
	}

	@Test
	void badOptionsAreRefused(Jedis jedis) {
		OmniqPublishOptions options = OmniqPublishOptions.defaults();
		for (OmniqPublishOptions bad : Arrays.asList(options.withJobId(" "), options.withJobId("a\nb"),
				options.withGid("a\u0000"), options.withGroup("g", -1), options.withMaxAttempts(0),
				options.withTimeoutMs(0), options.withTimeoutMs(10_000_000_000_000L), options.withBackoffMs(-1),
				options.withDueMs(-1), options.withDueMs(100_000_000_000_000L))) {
			assertThatExceptionOfType(JobRefusedException.class).as(bad.toString())
				.isThrownBy(() -> this.client.publish(QUEUE, PAYLOAD, bad));
		}
		OmniqClient small = this.fixture.client(OmniqSettings.defaults().withMaxPayload(5));
		assertThatExceptionOfType(JobRefusedException.class).isThrownBy(() -> small.publish(QUEUE, PAYLOAD));
		assertThatIllegalArgumentException().isThrownBy(() -> this.client.reserve(QUEUE, 100_000_000_000_000L));
		assertThat(TestRedis.keys(jedis)).isEmpty();
	}

	@Test
	void aLineOfTheWrongTypeIsAnErrorAndLosesNothing(Jedis jedis) {
		publish("j", 1000);
		jedis.set("{emails}:active", "something else");
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> this.client.reserve(QUEUE, NOW))
			.withStackTraceContaining("WRONGTYPE");
		assertThat(jedis.lrange("{emails}:wait", 0, -1)).containsExactly("j");
		jedis.del("{emails}:active");
		assertThat(reserve(NOW).jobId()).isEqualTo("j");
	}

	@Test
	void numbersThatAreNoneDoNotStopTheQueue(Jedis jedis) {
		publish("odd", 1000);
		publish("even", 1000);
		jedis.hset("{emails}:job:odd",
				Map.of("timeout_ms", "inf", "attempt", "x", "max_attempts", "1e400", "backoff_ms", "nan"));
		OmniqReserveResult.Job odd = reserve(NOW);
		assertThat(odd.jobId()).isEqualTo("odd");
		assertThat(odd.attempt()).isOne();
		assertThat(odd.maxAttempts()).isOne();
		assertThat(odd.lockUntilMs()).isEqualTo(NOW + 60_000);
		assertThat(this.client.heartbeat(QUEUE, "odd", odd.leaseToken(), NOW + 1)).isEqualTo(NOW + 60_001);
		assertThat(this.client.ackFail(QUEUE, "odd", odd.leaseToken())).isInstanceOf(OmniqFailResult.Failed.class);
		assertThat(reserve(NOW).jobId()).isEqualTo("even");
	}

	@Test
	void aBatchOfLargePayloadsIsCutShort(Jedis jedis) {
		String large = "x".repeat(5 * 1024 * 1024);
		for (int i = 0; i < 4; i++) {
			this.client.publish(QUEUE, List.of(large), OmniqPublishOptions.defaults().withJobId("l" + i), NOW);
		}
		assertThat(this.client.reserveMany(QUEUE, 4, NOW)).hasSize(1);
		assertThat(jedis.lrange("{emails}:wait", 0, -1)).containsExactly("l1", "l2", "l3");
	}

}
