package io.redisjobs.lua;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.redisjobs.test.RedisDump;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(TestRedis.class)
class PublishOnceTests {

	private static final String MEMORY = "redis-jobs:{q}:call:process:1";

	static Stream<Publish> contracts() {
		return Stream.of(
				new Publish("bullmq", "addJob", List.of("bull:{q}:"), "bull:{q}:wait", "1800000000000", "", "n", "{}",
						"{}", ""),
				new Publish("omniq", "enqueue", List.of("{q}:meta"), "{q}:wait", "1800000000000", "reject", "id", "1",
						"{}", "3", "60000", "0", "0", "", "0"),
				new Publish("conveyor", "add", List.of("{q}:known", "{q}:given", "{q}:queue", "{q}:queue", "{q}:queue"),
						"{q}:queue", "queue", "bytes", "uuid", "", ""),
				new Publish("streams", "publish", List.of("{q}:jobs"), "{q}:jobs", "payload"));
	}

	@ParameterizedTest
	@MethodSource("contracts")
	void theSameCallAgainMakesNoSecondJobAndGetsTheSameReply(Publish publish, Jedis jedis) {
		Object reply = publish.call(jedis, 7);
		Map<String, Object> before = RedisDump.of(jedis, "*");
		assertThat(publish.jobs(jedis)).isEqualTo(1);
		assertThat(publish.call(jedis, 7)).isEqualTo(reply);
		assertThat(RedisDump.of(jedis, "*")).isEqualTo(before);
	}

	@ParameterizedTest
	@MethodSource("contracts")
	void aCallOlderThanTheLatestOfItsLaneIsRefused(Publish publish, Jedis jedis) {
		publish.call(jedis, 10);
		Map<String, Object> before = RedisDump.of(jedis, "*");
		assertThatExceptionOfType(JedisDataException.class).isThrownBy(() -> publish.call(jedis, 9))
			.withMessageContaining("STALECALL");
		assertThat(RedisDump.of(jedis, "*")).isEqualTo(before);
	}

	@ParameterizedTest
	@MethodSource("contracts")
	void theOnlyKeyThatIsNotTheContractsIsTheMemoryOfTheLane(Publish publish, Jedis jedis) {
		publish.call(jedis, 1);
		assertThat(jedis.keys("*")).filteredOn((key) -> !key.startsWith(publish.keys().get(0).split("q}")[0] + "q}"))
			.containsExactly(MEMORY);
		assertThat(jedis.pttl(MEMORY)).isBetween(290_000L, 300_000L);
	}

	/**
	 * How a contract publishes one job.
	 *
	 * @param contract the contract
	 * @param script its script
	 * @param keys the keys of the call
	 * @param line where the job is afterwards
	 * @param args the arguments of the call
	 */
	record Publish(String contract, String script, List<String> keys, String line, String... args) {

		Object call(Jedis jedis, int number) {
			List<String> allKeys = new ArrayList<>(this.keys);
			allKeys.add(MEMORY);
			List<String> allArgs = new ArrayList<>(List.of(this.args));
			allArgs.add(Integer.toString(number));
			return jedis.eval(LuaScript.read(this.contract, this.script).text(), allKeys, allArgs);
		}

		long jobs(Jedis jedis) {
			return this.contract.equals("streams") ? jedis.xlen(this.line) : jedis.llen(this.line);
		}

		@Override
		public String toString() {
			return this.contract;
		}

	}

}
