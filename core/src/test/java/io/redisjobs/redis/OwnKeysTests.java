package io.redisjobs.redis;

import io.redisjobs.test.RedisProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;

class OwnKeysTests {

	private static RedisProcess redis;

	@BeforeAll
	static void startNode() {
		redis = RedisProcess.start("--cluster-enabled yes");
	}

	@AfterAll
	static void stopNode() {
		redis.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "{bull}:emails:", "bull:{emails}:", "{emails}:meta", "jobs", "a{b", "a}b", "{}x{bull}",
			"}{", "", "{", "ü{é}", "{a{b}c}" })
	void anOwnKeyIsInTheSlotOfTheKeyItIsBeside(String key) {
		String own = OwnKeys.beside(key) + "call:x:{1}";
		assertThat(own).startsWith("redis-jobs:");
		try (Jedis jedis = redis.connect()) {
			assertThat(jedis.clusterKeySlot(own)).isEqualTo(jedis.clusterKeySlot(key));
		}
	}

	@Test
	void keysThatShareAHashTagShareTheirOwnKeys() {
		try (Jedis jedis = redis.connect()) {
			assertThat(jedis.clusterKeySlot(OwnKeys.beside("{bull}:emails:")))
				.isEqualTo(jedis.clusterKeySlot("{bull}:emails:wait"));
		}
	}

	@Test
	void onlyWhatIsBetweenTheFirstBracesIsAHashTag() {
		assertThat(OwnKeys.hasHashTag("{bull}:x")).isTrue();
		assertThat(OwnKeys.hasHashTag("x{{a}}")).isTrue();
		assertThat(OwnKeys.hasHashTag("{}x{bull}")).isFalse();
		assertThat(OwnKeys.hasHashTag("}{")).isFalse();
	}

}
