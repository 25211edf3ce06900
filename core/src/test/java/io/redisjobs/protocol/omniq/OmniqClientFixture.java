package io.redisjobs.protocol.omniq;

import java.util.Map;

import io.redisjobs.test.TestRedis;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** A client of OmniQ and its queue, which must be sound when a test ends. */
@ExtendWith(TestRedis.class)
abstract class OmniqClientFixture {

	static final String QUEUE = "emails";

	static final long NOW = 1_700_000_000_000L;

	static final Map<String, Object> PAYLOAD = Map.of("to", "a@b.c");

	OmniqFixture fixture;

	OmniqClient client;

	@BeforeEach
	void open() {
		this.fixture = new OmniqFixture();
		this.client = this.fixture.client();
	}

	@AfterEach
	void close(Jedis jedis) {
		OmniqFixture.checkQueue(jedis, QUEUE);
		this.fixture.close();
	}

	void fail(String id) {
		this.client.publish(QUEUE, PAYLOAD, OmniqPublishOptions.defaults().withJobId(id).withMaxAttempts(1), NOW);
		this.client.ackFail(QUEUE, id, reserve(NOW).leaseToken(), "no", NOW);
	}

	void publish(String id, long timeoutMs) {
		this.client.publish(QUEUE, PAYLOAD, OmniqPublishOptions.defaults().withJobId(id).withTimeoutMs(timeoutMs), NOW);
	}

	void publishGrouped(String id, String gid, int limit) {
		OmniqPublishOptions options = OmniqPublishOptions.defaults().withJobId(id);
		this.client.publish(QUEUE, PAYLOAD, (limit > 0) ? options.withGroup(gid, limit) : options.withGid(gid), NOW);
	}

	OmniqReserveResult.Job reserve() {
		return reserve(0);
	}

	OmniqReserveResult.Job reserve(long nowMs) {
		return (OmniqReserveResult.Job) this.client.reserve(QUEUE, nowMs);
	}

	static void assertCode(OmniqCode code, ThrowingCallable call) {
		assertThatExceptionOfType(OmniqException.class).isThrownBy(call)
			.satisfies((ex) -> assertThat(ex.code()).isEqualTo(code))
			.satisfies((ex) -> assertThat(ex.rawCode()).isEqualTo(code.name()));
	}

}
