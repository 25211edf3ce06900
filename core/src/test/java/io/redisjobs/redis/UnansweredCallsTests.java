package io.redisjobs.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

import io.redisjobs.test.ReplyLosingProxy;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

@ExtendWith(TestRedis.class)
class UnansweredCallsTests {

	private final ReplyLosingProxy proxy = new ReplyLosingProxy(TestRedis.port());

	private final JedisConnectionFactory connections = new JedisConnectionFactory(
			new RedisStandaloneConfiguration("127.0.0.1", this.proxy.port()));

	private ContractScripts scripts;

	@BeforeEach
	void open(Jedis jedis) {
		this.connections.afterPropertiesSet();
		this.connections.start();
		this.scripts = ContractScripts.bundled("bullmq", new ScriptRunner(this.connections), List.of("moveToWait"));
		jedis.scriptLoad(ContractScripts.read("bullmq", "moveToWait").getScriptAsString());
	}

	@AfterEach
	void close() {
		this.connections.destroy();
		this.proxy.close();
	}

	@Test
	void aReplyThatCannotBeReadIsAskedForOnce() {
		UnansweredCalls<String> calls = new UnansweredCalls<>(this.scripts);
		OnceCall call = call();
		this.proxy.loseNextReply();
		assertThatExceptionOfType(RedisConnectionFailureException.class).isThrownBy(() -> calls.send(call, (late) -> {
			throw new IllegalArgumentException("odd");
		}));
		assertThatIllegalArgumentException().isThrownBy(calls::ask);
		assertThatNoException().isThrownBy(calls::ask);
	}

	@Test
	void aCallIsNotAskedAboutOnceRedisMayHaveForgottenIt(Jedis jedis) {
		// the driver notices long after Redis has executed the call
		LongSupplier nanoTime = () -> Duration.ofMinutes((this.proxy.lost() == 0) ? 0 : 6).toNanos();
		UnansweredCalls<String> calls = new UnansweredCalls<>(this.scripts, nanoTime);
		this.proxy.loseNextReply();
		assertThatExceptionOfType(RedisConnectionFailureException.class).isThrownBy(() -> calls.send(call(), (late) -> {
		}));
		jedis.flushDB();
		calls.ask();
		assertThat(calls.allAnswered()).isTrue();
		assertThat(jedis.dbSize()).isZero();
	}

	private OnceCall call() {
		return this.scripts.prepare("moveToWait", "redis-jobs:{q}:", List.of(bytes("bull:q:")),
				List.of(bytes("1"), bytes("token"), bytes("0"), bytes("1")));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
