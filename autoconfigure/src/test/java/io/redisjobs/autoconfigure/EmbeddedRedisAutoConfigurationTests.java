package io.redisjobs.autoconfigure;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.redisjobs.test.RedisProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.embedded.RedisExecProvider;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;

/** Tests that a Redis for development is there when, and only when, it is wanted. */
class EmbeddedRedisAutoConfigurationTests {

	@TempDir
	Path folder;

	private final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(
			AutoConfigurations.of(EmbeddedRedisAutoConfiguration.class, DataRedisAutoConfiguration.class));

	@Test
	void startsARedisWhenNoneIsConfigured() {
		AtomicInteger port = new AtomicInteger();
		this.runner.run((context) -> {
			assertThat(context).hasSingleBean(DataRedisConnectionDetails.class);
			redis(context).opsForValue().set("key", "value");
			assertThat(redis(context).opsForValue().get("key")).isEqualTo("value");
			port.set(port(context));
		});
		assertThatThrownBy(() -> new Socket("127.0.0.1", port.get()).close()).isInstanceOf(IOException.class);
	}

	@Test
	void keepsItsDataInTheGivenDirectory() {
		ApplicationContextRunner keeping = this.runner
			.withPropertyValues("redis-jobs.embedded.directory=" + this.folder.resolve("data"));
		keeping.run((context) -> redis(context).opsForValue().set("kept", "yes"));
		keeping.run((context) -> assertThat(redis(context).opsForValue().get("kept")).isEqualTo("yes"));
	}

	@Test
	void refusesADirectoryThatIsInUse() {
		ApplicationContextRunner keeping = this.runner
			.withPropertyValues("redis-jobs.embedded.directory=" + this.folder);
		keeping.run((context) -> {
			assertThat(context).hasNotFailed();
			keeping.run((second) -> assertThat(second).getFailure()
				.rootCause()
				.hasMessageContaining("another redis-jobs.embedded.directory"));
		});
	}

	@Test
	void endsTheServerOfAnEarlierRunAndNoneOfAnotherApplication() throws IOException {
		try (RedisProcess server = RedisProcess.start()) {
			ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
			Path note = this.folder.resolve("pid");
			long earlier = process.info().startInstant().orElseThrow().minusSeconds(60).toEpochMilli();
			for (String foreign : List.of(server.pid() + " " + earlier, String.valueOf(server.pid()), "no note")) {
				Files.writeString(note, foreign);
				EmbeddedRedisFolder.open(this.folder).close();
				assertThat(process.isAlive()).as(foreign).isTrue();
			}
			EmbeddedRedisFolder own = EmbeddedRedisFolder.open(this.folder);
			own.note(process);
			String left = Files.readString(note);
			own.close();
			Files.writeString(note, left);
			EmbeddedRedisFolder.open(this.folder).close();
			assertThat(process.isAlive()).isFalse();
		}
	}

	@Test
	void takesThePortThatIsWanted() {
		int wanted = portThatNoClientIsGiven();
		this.runner.withPropertyValues("redis-jobs.embedded.port=" + wanted)
			.run((context) -> assertThat(port(context)).isEqualTo(wanted));
	}

	@ParameterizedTest
	@ValueSource(strings = { "spring.data.redis.host=localhost", "spring.data.redis.port=6380",
			"spring.data.redis.url=redis://localhost:6379", "spring.data.redis.cluster.nodes=localhost:7000",
			"spring.data.redis.cluster.nodes[0]=localhost:7000", "spring.data.redis.sentinel.master=main",
			"spring.data.redis.masterreplica.nodes=localhost:7000", "redis-jobs.embedded.enabled=false" })
	void staysAwayWhenARedisIsConfigured(String property) {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(EmbeddedRedisAutoConfiguration.class))
			.withPropertyValues(property)
			.run((context) -> assertThat(context).doesNotHaveBean(DataRedisConnectionDetails.class));
	}

	@Test
	void staysAwayWhenConnectionDetailsAreThere() {
		DataRedisConnectionDetails own = mock();
		this.runner.withBean("own", DataRedisConnectionDetails.class, () -> own)
			.withConfiguration(AutoConfigurations.of(EmbeddedRedisAutoConfiguration.class))
			.withBean(RedisConnectionFactory.class, () -> mock(RedisConnectionFactory.class))
			.run((context) -> assertThat(context).getBean(DataRedisConnectionDetails.class).isSameAs(own));
	}

	@Test
	void staysAwayWithoutTheServer() {
		this.runner.withClassLoader(new FilteredClassLoader(RedisExecProvider.class))
			.run((context) -> assertThat(context).doesNotHaveBean(EmbeddedRedis.class));
	}

	private static int portThatNoClientIsGiven() {
		return IntStream.generate(() -> ThreadLocalRandom.current().nextInt(20000, 30000)).filter((port) -> {
			try (ServerSocket socket = new ServerSocket(port)) {
				return socket.isBound();
			}
			catch (IOException ex) {
				return false;
			}
		}).findFirst().orElseThrow();
	}

	private static StringRedisTemplate redis(ApplicationContext context) {
		return context.getBean(StringRedisTemplate.class);
	}

	private static int port(ApplicationContext context) {
		DataRedisConnectionDetails.Standalone standalone = context.getBean(DataRedisConnectionDetails.class)
			.getStandalone();
		assertThat(standalone).isNotNull();
		return standalone.getPort();
	}

}
