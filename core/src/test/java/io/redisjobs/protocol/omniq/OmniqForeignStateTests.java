package io.redisjobs.protocol.omniq;

import java.util.List;
import java.util.Map;

import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;

/** What other clients or people leave in a queue must not lose a job. */
@ExtendWith(TestRedis.class)
class OmniqForeignStateTests {

	private static final String QUEUE = "emails";

	private static final long NOW = 1_700_000_000_000L;

	private OmniqFixture fixture;

	private OmniqClient client;

	@BeforeEach
	void open() {
		this.fixture = new OmniqFixture();
		this.client = this.fixture.client(OmniqSettings.defaults().withKept(2, -1));
	}

	@AfterEach
	void close(Jedis jedis) {
		OmniqFixture.checkQueue(jedis, QUEUE);
		this.fixture.close();
	}

	private List<OmniqReserveResult.Job> reserve(int max) {
		return this.client.reserveMany(QUEUE, max, NOW).stream().map(OmniqReserveResult.Job.class::cast).toList();
	}

	@Test
	void aCounterThatIsNoNumberLosesNoJobOfItsGroup(Jedis jedis) {
		this.client.publish(QUEUE, List.of(1), OmniqPublishOptions.defaults().withJobId("a").withGid("g"), NOW);
		jedis.set("{emails}:g:g:inflight", "many");
		assertThat(reserve(1)).extracting(OmniqReserveResult.Job::jobId).containsExactly("a");
		assertThat(jedis.get("{emails}:g:g:inflight")).isEqualTo("1");
	}

	@ParameterizedTest
	@ValueSource(strings = { "again", "01HF7YAT00000000000000000A" })
	void anIdThatAnotherClientUsesAgainIsNotForgottenWithItsFirstJob(String again, Jedis jedis) {
		for (String id : List.of(again, "b", "c")) {
			this.client.publish(QUEUE, List.of(1), OmniqPublishOptions.defaults().withJobId(id), NOW);
		}
		List<OmniqReserveResult.Job> jobs = reserve(3);
		this.client.ackSuccess(QUEUE, again, jobs.get(0).leaseToken(), NOW);
		jedis.hset("{emails}:job:" + again, Map.of("state", "wait", "attempt", "0", "payload", "[2]"));
		jedis.rpush("{emails}:wait", again);
		jedis.zadd("{emails}:idx:wait", NOW, again);
		jedis.hset("{emails}:stats", Map.of("waiting", "1", "waiting_total", "1"));
		this.client.ackSuccess(QUEUE, "b", jobs.get(1).leaseToken(), NOW);
		this.client.ackSuccess(QUEUE, "c", jobs.get(2).leaseToken(), NOW);
		assertThat(jedis.lrange("{emails}:completed", 0, -1)).containsExactly("c", "b");
		assertThat(reserve(1)).extracting(OmniqReserveResult.Job::payload).containsExactly("[2]");
	}

}
