package io.redisjobs.redis;

import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** Keys that are found by how they begin. */
@ExtendWith(TestRedis.class)
class KeysByPrefixTests {

	private final JedisConnectionFactory connections = new JedisConnectionFactory(
			new RedisStandaloneConfiguration(TestRedis.host(), TestRedis.port()));

	private final KeysByPrefix keys = new KeysByPrefix(this.connections);

	private Jedis jedis;

	@BeforeEach
	void start(Jedis jedis) {
		this.jedis = jedis;
		this.connections.afterPropertiesSet();
		this.connections.start();
	}

	@AfterEach
	void stop() {
		this.connections.destroy();
	}

	@Test
	void onlyThoseAreRemovedAndNotTheMemoryOfCalls() {
		for (String key : new String[] { "a:1", "a:2", "a:call:x", "ab:1", "b" }) {
			this.jedis.set(key, "");
		}
		this.keys.remove("a:");
		assertThat(this.jedis.keys("*")).containsExactlyInAnyOrder("a:call:x", "ab:1", "b");
	}

	@Test
	void aPrefixIsNoPattern() {
		for (String prefix : new String[] { "a*:", "a?:", "[ab]:", "a\\:", "{a}:", "a^b-c:" }) {
			this.jedis.flushAll();
			this.jedis.set(prefix + "mine", "");
			this.jedis.set("ab:others", "");
			this.jedis.set("a:others", "");
			this.keys.remove(prefix);
			assertThat(this.jedis.keys("*")).as(prefix).containsExactlyInAnyOrder("ab:others", "a:others");
		}
	}

	@Test
	void keysEndEarlier() {
		this.jedis.set("a:soon", "", SetParams.setParams().px(1000));
		this.jedis.set("a:late", "", SetParams.setParams().px(100_000));
		this.jedis.set("a:other", "", SetParams.setParams().px(1000));
		this.jedis.set("a:never", "");
		this.keys.shorten("a:", (rest) -> !rest.equals("other"), 10_000);
		assertThat(this.jedis.keys("*")).containsExactlyInAnyOrder("a:late", "a:other", "a:never");
		assertThat(this.jedis.pttl("a:late")).isBetween(1L, 90_000L);
	}

}
