package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.redisjobs.JobState;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** Upkeep repairs what clients of other generations leave behind. */
@ExtendWith(TestRedis.class)
class OmniqRepairTests {

	private static final String QUEUE = "old";

	private final OmniqFixture fixture = new OmniqFixture();

	private final OmniqClient client = this.fixture.client();

	private final OmniqJobQueue queue = this.fixture.queue(QUEUE, OmniqSettings.defaults());

	@AfterEach
	void close(Jedis jedis) {
		this.queue.close();
		this.fixture.close();
	}

	private String publish(String gid) {
		return this.client.publish(QUEUE, List.of(1), OmniqPublishOptions.defaults().withGid(gid));
	}

	/** A whole round of upkeep, without the pauses in between. */
	private void upkeep(Jedis jedis) {
		upkeep(jedis, this.queue, 40);
	}

	private static void upkeep(Jedis jedis, OmniqJobQueue queue, int pieces) {
		for (int i = 0; i < pieces; i++) {
			jedis.del(new OmniqKeys(QUEUE).repaired());
			queue.maintain(1000);
		}
	}

	private static void fill(Jedis jedis, int keys) {
		String[] keysAndValues = IntStream.range(0, keys)
			.boxed()
			.flatMap((i) -> Stream.of("something:" + i, "else"))
			.toArray(String[]::new);
		jedis.mset(keysAndValues);
	}

	@Test
	void idsThatClientsWithoutIndexesTookAreSwept(Jedis jedis) {
		FirstGenerationClient other = new FirstGenerationClient(jedis, QUEUE);
		long now = System.currentTimeMillis();
		for (int i = 0; i < 300; i++) {
			publish("");
			publish("g");
			other.complete(other.reserve("", now), "");
			other.complete(other.reserve("g", now), "g");
		}
		String waiting = publish("");
		publish("g");
		assertThat(jedis.zcard("{old}:idx:wait")).isEqualTo(602);
		upkeep(jedis);
		assertThat(jedis.zcard("{old}:idx:wait")).isEqualTo(2);
		assertThat(jedis.zscore("{old}:idx:wait", waiting)).isNotNull();
		OmniqStats stats = this.client.monitor().stats(QUEUE);
		assertThat(stats.counts()).isEqualTo(new OmniqStats.Counts(1, 1, 2, 0, 0, 0, 600));
		assertThat(stats.groupsReady()).isOne();
	}

	@Test
	void theCountsOfAQueueAreThoseOfItsLanes(Jedis jedis) {
		FirstGenerationClient other = new FirstGenerationClient(jedis, QUEUE);
		long now = System.currentTimeMillis();
		publish("a");
		other.complete(other.reserve("a", now), "a");
		for (int i = 0; i < 5; i++) {
			other.publish("b" + i, "b", now);
			other.publish("c" + i, "c", now);
			other.publish("u" + i, "", now);
		}
		other.reserve("b", now);
		other.reserve("", now);
		assertThat(this.queue.inspect().counts()).containsEntry(JobState.WAITING, 13L)
			.containsEntry(JobState.ACTIVE, 2L)
			.containsEntry(JobState.COMPLETED, 1L);
	}

	@Test
	void aSlotThatLeakedIsFreeAgainAndTheGroupGoesOn(Jedis jedis) {
		publish("g");
		jedis.set("{old}:g:g:inflight", "1");
		jedis.del("{old}:groups:ready");
		assertThat(this.queue.reserve(1, Duration.ZERO).jobs()).isEmpty();
		upkeep(jedis);
		assertThat(this.queue.reserve(1, Duration.ZERO).jobs()).hasSize(1);
		OmniqFixture.checkQueue(jedis, QUEUE);
	}

	@Test
	void aForgottenGroupOfAnOldClientIsLinedUpAgain(Jedis jedis) {
		long now = System.currentTimeMillis();
		fill(jedis, 1000);
		new FirstGenerationClient(jedis, QUEUE).publish("x", "tenant:7:wait", now);
		jedis.del("{old}:groups:ready");
		upkeep(jedis);
		assertThat(this.queue.reserve(1, Duration.ZERO).jobs()).extracting(ReservedJob::id).containsExactly("x");
	}

	@Test
	void aGroupWhoseJobsRunKeepsItsSlots(Jedis jedis) {
		publish("g");
		publish("g");
		List<? extends ReservedJob> running = this.queue.reserve(2, Duration.ZERO).jobs();
		assertThat(running).hasSize(1);
		Map<String, String> before = jedis.hgetAll("{old}:stats");
		upkeep(jedis);
		assertThat(jedis.get("{old}:g:g:inflight")).isEqualTo("1");
		assertThat(jedis.hgetAll("{old}:stats")).isEqualTo(before);
		assertThat(this.queue.reserve(1, Duration.ZERO).jobs()).isEmpty();
		OmniqFixture.checkQueue(jedis, QUEUE);
	}

	@Test
	void anIdThatIsPublishedAgainWhileItRunsIsNotLeasedTwice(Jedis jedis) {
		FirstGenerationClient other = new FirstGenerationClient(jedis, QUEUE);
		this.client.publish(QUEUE, List.of(1), OmniqPublishOptions.defaults().withJobId("x").withGroup("g", 2));
		List<? extends ReservedJob> running = this.queue.reserve(2, Duration.ZERO).jobs();
		other.publish("x", "g", System.currentTimeMillis());
		assertThat(this.queue.reserve(2, Duration.ZERO).jobs()).isEmpty();
		assertThat(jedis.get("{old}:g:g:inflight")).isEqualTo("1");
		assertThat(jedis.hget("{old}:job:x", "state")).isEqualTo("active");
		this.queue.complete(List.of(new Completion(running.get(0), new byte[0])));
		assertThat(jedis.exists("{old}:g:g:inflight")).isFalse();
		OmniqFixture.checkQueue(jedis, QUEUE);
	}

	@Test
	void aLongLaneDoesNotHoldUpTheOthers(Jedis jedis) {
		for (int i = 0; i < 3000; i++) {
			jedis.hset("{old}:job:f" + i, "state", "failed");
			jedis.lpush("{old}:failed", "f" + i);
			jedis.zadd("{old}:idx:failed", i, "f" + i);
		}
		upkeep(jedis, this.queue, 4);
		jedis.zadd("{old}:idx:wait", 1, "gone");
		upkeep(jedis, this.queue, 5);
		assertThat(jedis.zcard("{old}:idx:wait")).isZero();
		assertThat(jedis.zcard("{old}:idx:failed")).isEqualTo(3000);
	}

	@Test
	void aWorkerGoesOnWhereAnotherHasEnded(Jedis jedis) {
		fill(jedis, 10_000);
		new FirstGenerationClient(jedis, QUEUE).publish("x", "g", System.currentTimeMillis());
		jedis.del("{old}:groups:ready");
		for (int i = 0; i < 20; i++) {
			try (OmniqJobQueue another = this.fixture.queue(QUEUE, OmniqSettings.defaults())) {
				upkeep(jedis, another, 1);
			}
		}
		assertThat(this.queue.reserve(1, Duration.ZERO).jobs()).hasSize(1);
	}

	@Test
	void aGroupWithoutAFreeSlotIsNotLinedUp(Jedis jedis) {
		publish("g");
		publish("g");
		assertThat(this.queue.reserve(2, Duration.ZERO).jobs()).hasSize(1);
		jedis.zadd("{old}:groups:ready", 1, "g");
		upkeep(jedis);
		OmniqFixture.checkQueue(jedis, QUEUE);
	}

	@Test
	void whereTheKeysMustNotBeSearchedTheRestIsRepaired(Jedis jedis) {
		publish("g");
		jedis.set("{old}:g:g:inflight", "1");
		jedis.del("{old}:groups:ready");
		jedis.aclSetUser("searchless", "on", "nopass", "~*", "+@all", "-scan");
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration(TestRedis.host(), TestRedis.port());
		server.setUsername("searchless");
		server.setPassword("any");
		try (OmniqFixture restricted = new OmniqFixture(new JedisConnectionFactory(server));
				OmniqJobQueue worker = restricted.queue(QUEUE, OmniqSettings.defaults())) {
			upkeep(jedis, worker, 5);
		}
		finally {
			jedis.aclDelUser("searchless");
		}
		OmniqFixture.checkQueue(jedis, QUEUE);
	}

	@Test
	void anEmptyQueueIsLeftAlone(Jedis jedis) {
		upkeep(jedis);
		assertThat(jedis.keys("{old}*")).isEmpty();
	}

	@Test
	void workersShareTheRepair(Jedis jedis) {
		publish("");
		OmniqKeys keys = new OmniqKeys(QUEUE);
		try (OmniqJobQueue second = this.fixture.queue(QUEUE, OmniqSettings.defaults())) {
			this.queue.maintain(10);
			assertThat(jedis.pttl(keys.repaired())).isPositive();
			jedis.persist(keys.repaired());
			jedis.hset("{old}:stats", "waiting", "7");
			second.maintain(10);
			assertThat(jedis.hget("{old}:stats", "waiting")).isEqualTo("7");
			jedis.del(keys.repaired());
			second.maintain(10);
			assertThat(jedis.hget("{old}:stats", "waiting")).isEqualTo("1");
		}
	}

}
