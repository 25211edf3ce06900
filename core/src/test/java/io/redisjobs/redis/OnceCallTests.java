package io.redisjobs.redis;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.redisjobs.lua.LuaScript;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.script.RedisScript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(TestRedis.class)
class OnceCallTests {

	private static final RedisScript<?> COUNT = once("""
			return once(function()
				return { redis.call('INCRBY', KEYS[1], ARGV[1]), { 'nested', false, 'ä' }, #KEYS, #ARGV }
			end)
			""");

	private static final RedisScript<?> READ_AGAIN = once("""
			return once(function()
				return { 'big', redis.call('INCR', KEYS[1]) }, { 'small' }
			end, function(remembered)
				return { remembered[1], redis.call('GET', KEYS[1]) }
			end)
			""");

	private static RedisScript<?> once(String body) {
		return RedisScript.of(LuaScript.source("shared", "includes/once") + body, List.class);
	}

	static Stream<RedisConnectionFactory> connections() {
		return Stream.of(TestConnections.jedis(), TestConnections.lettuce());
	}

	private static OnceCall call(ScriptRunner runner, RedisScript<?> script) {
		return runner.prepare(script, OwnKeys.beside("{q}"),
				new ScriptCall(List.of(Bytes.of("{q}:count")), List.of(Bytes.of(1))));
	}

	@ParameterizedTest
	@MethodSource("connections")
	void aCallThatIsSentTwiceDoesItsWorkOnceAndAnswersTheSame(RedisConnectionFactory connections) {
		ScriptRunner runner = new ScriptRunner(connections);
		OnceCall call = call(runner, COUNT);
		for (int i = 0; i < 3; i++) {
			Reply reply = runner.send(call);
			assertThat(reply.number(0)).isEqualTo(1);
			assertThat(reply.nested(1).has(1)).isFalse();
			assertThat(reply.nested(1).text(2)).isEqualTo("ä");
			assertThat(reply.number(2)).isEqualTo(1);
			assertThat(reply.number(3)).isEqualTo(1);
		}
		assertThat(runner.send(call(runner, COUNT)).number(0)).isEqualTo(2);
	}

	@ParameterizedTest
	@MethodSource("connections")
	void aCallThatComesAfterALaterOneOfItsLaneIsRefused(RedisConnectionFactory connections) {
		ScriptRunner runner = new ScriptRunner(connections);
		OnceCall first = call(runner, COUNT);
		runner.send(first);
		runner.send(call(runner, COUNT));
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> runner.send(first))
			.satisfies((ex) -> assertThat(ErrorReply.isIn(ex)).isTrue())
			.havingRootCause()
			.withMessageContaining("STALECALL");
		try (Jedis jedis = TestRedis.connect()) {
			assertThat(jedis.get("{q}:count")).isEqualTo("2");
		}
	}

	@Test
	void whatIsRememberedInsteadOfAReplyIsMadeAReplyAgain() {
		ScriptRunner runner = new ScriptRunner(TestConnections.jedis());
		OnceCall call = call(runner, READ_AGAIN);
		assertThat(runner.send(call).texts()).containsExactly("big", "1");
		try (Jedis jedis = TestRedis.connect()) {
			jedis.set("{q}:count", "7");
		}
		assertThat(runner.send(call).texts()).containsExactly("small", "7");
	}

	@ParameterizedTest
	@MethodSource("connections")
	void memoryGrowsWithCallsAtOneTimeAndNotWithCalls(RedisConnectionFactory connections) {
		ScriptRunner runner = new ScriptRunner(connections);
		for (int i = 0; i < 100; i++) {
			runner.send(call(runner, COUNT));
		}
		runner.sendAll(IntStream.range(0, 100).mapToObj((i) -> call(runner, COUNT)).iterator());
		try (Jedis jedis = TestRedis.connect()) {
			assertThat(jedis.get("{q}:count")).isEqualTo("200");
			assertThat(jedis.keys("redis-jobs:{q}:call:*")).hasSizeBetween(1, 17)
				.allSatisfy((key) -> assertThat(jedis.pttl(key)).isBetween(1L, 300_000L));
		}
	}

	@Test
	void aLaneWhoseCallHasNoAnswerIsNotUsedAgain() {
		ScriptRunner runner = new ScriptRunner(TestConnections.jedis());
		OnceCall unanswered = call(runner, COUNT);
		OnceCall other = call(runner, COUNT);
		assertThat(other.call().keys().get(1)).isNotEqualTo(unanswered.call().keys().get(1));
		runner.send(other);
		assertThat(call(runner, COUNT).call().keys().get(1)).isEqualTo(other.call().keys().get(1));
	}

	@Test
	void aCallThatFailsIsNotRememberedAndLeavesNoKey() {
		ScriptRunner runner = new ScriptRunner(TestConnections.jedis());
		try (Jedis jedis = TestRedis.connect()) {
			jedis.set("{q}:count", "text");
			OnceCall call = call(runner, COUNT);
			assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> runner.send(call))
				.matches(ErrorReply::isIn);
			assertThat(jedis.keys("*")).containsExactly("{q}:count");
		}
	}

}
