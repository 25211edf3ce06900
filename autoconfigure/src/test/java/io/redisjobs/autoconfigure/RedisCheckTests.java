package io.redisjobs.autoconfigure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;

import io.redisjobs.redis.ScriptRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests the check at start with a server that listens and says nothing. */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(30)
class RedisCheckTests {

	private static final Duration LIMIT = Duration.ofMillis(200);

	private ServerSocket silent;

	private LettuceConnectionFactory connections;

	@BeforeEach
	void listen() throws IOException {
		this.silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		this.connections = new LettuceConnectionFactory(this.silent.getInetAddress().getHostAddress(),
				this.silent.getLocalPort());
		this.connections.afterPropertiesSet();
		this.connections.start();
	}

	@AfterEach
	void close() throws IOException {
		this.silent.close();
		this.connections.destroy();
	}

	@Test
	void theStartGoesOnLongBeforeTheDriverGivesUp(CapturedOutput output) {
		check(false).start();
		assertThat(output).contains("Redis does not answer (", "No answer from Redis within 200 ms",
				"the queues keep trying");
	}

	@Test
	void orEndsIfItIsToFailFast() {
		RedisCheck check = check(true);
		assertThatExceptionOfType(UnusableRedisException.class).isThrownBy(check::start)
			.withMessageStartingWith("Redis does not answer: ")
			.withMessageContaining("No answer from Redis within 200 ms");
	}

	private RedisCheck check(boolean failFast) {
		return new RedisCheck(new ScriptRunner(this.connections), () -> "", failFast, LIMIT);
	}

}
