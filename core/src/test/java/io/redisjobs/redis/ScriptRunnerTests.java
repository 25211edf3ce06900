package io.redisjobs.redis;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.script.RedisScript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(TestRedis.class)
class ScriptRunnerTests {

	private static final RedisScript<?> ECHO = RedisScript
		.of("return { KEYS[1], ARGV[1], 7, { ARGV[2], { 'deep' } }, false, 'last' }", List.class);

	static Stream<RedisConnectionFactory> connections() {
		return Stream.of(TestConnections.jedis(), TestConnections.lettuce());
	}

	@ParameterizedTest
	@MethodSource("connections")
	void aReplyIsReadAsItIsNested(RedisConnectionFactory connections) {
		Reply reply = new ScriptRunner(connections).run(ECHO, List.of(Bytes.of("key")),
				List.of(Bytes.of("ä"), Bytes.of(5)));
		assertThat(reply.text(0)).isEqualTo("key");
		assertThat(reply.text(1)).isEqualTo("ä");
		assertThat(reply.number(2)).isEqualTo(7);
		assertThat(reply.nested(3).number(0)).isEqualTo(5);
		assertThat(reply.nested(3).nested(1).texts()).containsExactly("deep");
		assertThat(reply.has(4)).isFalse();
		assertThat(reply.textOrNull(4)).isNull();
		assertThat(reply.text(5)).isEqualTo("last");
	}

	@ParameterizedTest
	@MethodSource("connections")
	void aScriptThatRedisForgotIsSentAgain(RedisConnectionFactory connections) {
		ScriptRunner runner = new ScriptRunner(connections);
		runner.run(ECHO, List.of(Bytes.of("key")), List.of(Bytes.of("a"), Bytes.of("b")));
		try (Jedis jedis = TestRedis.connect()) {
			jedis.scriptFlush();
		}
		assertThat(runner.run(ECHO, List.of(Bytes.of("key")), List.of(Bytes.of("a"), Bytes.of("b"))).text(0))
			.isEqualTo("key");
	}

	@ParameterizedTest
	@MethodSource("connections")
	void anErrorOfAScriptIsAnException(RedisConnectionFactory connections) {
		RedisScript<?> broken = RedisScript.of("return redis.call('incr', KEYS[1], 'x')", List.class);
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> new ScriptRunner(connections).run(broken, List.of(Bytes.of("key")), List.of()))
			.havingRootCause()
			.withMessageContaining("Wrong number of args");
	}

	@ParameterizedTest
	@MethodSource("connections")
	void manyRunsAnswerInTheirOrderAlsoWhenRedisForgotTheScript(RedisConnectionFactory connections) {
		ScriptRunner runner = new ScriptRunner(connections);
		for (int count : List.of(0, 1, 2, 40)) {
			try (Jedis jedis = TestRedis.connect()) {
				jedis.scriptFlush();
			}
			List<Reply> replies = runner.sendAll(IntStream.range(0, count)
				.mapToObj((i) -> call(runner, ECHO, Bytes.of(i), Bytes.of("b")))
				.iterator());
			assertThat(replies).hasSize(count);
			for (int i = 0; i < count; i++) {
				assertThat(replies.get(i).number(1)).isEqualTo(i);
			}
		}
	}

	@ParameterizedTest
	@MethodSource("connections")
	void anErrorOfOneRunIsThrownAndTheConnectionCanBeUsedAgain(RedisConnectionFactory connections) {
		ScriptRunner runner = new ScriptRunner(connections);
		RedisScript<?> picky = RedisScript
			.of("if ARGV[1] == '2' then return redis.error_reply('no two') end return { 1 }", List.class);
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> runner
				.sendAll(IntStream.range(0, 5).mapToObj((i) -> call(runner, picky, Bytes.of(i))).iterator()))
			.havingRootCause()
			.withMessageContaining("no two");
		assertThat(runner.run(picky, List.of(Bytes.of("key")), List.of(Bytes.of(1))).number(0)).isEqualTo(1);
	}

	private static OnceCall call(ScriptRunner runner, RedisScript<?> script, byte[]... args) {
		return runner.prepare(script, OwnKeys.beside("key"), new ScriptCall(List.of(Bytes.of("key")), List.of(args)));
	}

}
