package io.redisjobs.protocol;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.redisjobs.JobOptions;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.protocol.bullmq.BullmqProtocol;
import io.redisjobs.protocol.bullmq.BullmqScripts;
import io.redisjobs.protocol.bullmq.BullmqSettings;
import io.redisjobs.protocol.conveyor.ConveyorProtocol;
import io.redisjobs.protocol.conveyor.ConveyorScripts;
import io.redisjobs.protocol.omniq.OmniqProtocol;
import io.redisjobs.protocol.omniq.OmniqScripts;
import io.redisjobs.protocol.streams.StreamsProtocol;
import io.redisjobs.protocol.streams.StreamsScripts;
import io.redisjobs.protocol.streams.StreamsSettings;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.test.RedisClusterProcess;
import io.redisjobs.test.ReplyLosingProxy;
import io.redisjobs.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** Drivers send a call again whose reply does not come. One publish stays one job. */
@ExtendWith(TestRedis.class)
class RepeatedPublishTests {

	private static final NewJob JOB = new NewJob("{}".getBytes(StandardCharsets.UTF_8), new JobOptions().name("task"));

	private static RedisClusterProcess cluster;

	@BeforeAll
	static void startCluster() {
		cluster = RedisClusterProcess.start();
	}

	@AfterAll
	static void stopCluster() {
		cluster.close();
	}

	static Stream<Contract> contracts() {
		return Stream.of(
				new Contract("bullmq", BullmqScripts.NAMES, (scripts) -> new BullmqProtocol(scripts, Clock.systemUTC()),
						BullmqSettings.defaults().withPrefix("{bull}"), "{bull}:q:wait"),
				new Contract("omniq", OmniqScripts.NAMES, (scripts) -> new OmniqProtocol(scripts, Clock.systemUTC()),
						null, "{q}:wait"),
				new Contract("streams", StreamsScripts.NAMES,
						(scripts) -> new StreamsProtocol(scripts, Clock.systemUTC()),
						StreamsSettings.builder().prefix("{jobs}:").build(), "{jobs}:q"),
				new Contract("conveyor", ConveyorScripts.NAMES,
						(scripts) -> new ConveyorProtocol(scripts, Clock.systemUTC()), null, "q"));
	}

	static Stream<Contract> contractsOnAnyCluster() {
		return contracts().filter((contract) -> !contract.name().equals("conveyor"));
	}

	@ParameterizedTest
	@MethodSource("contractsOnAnyCluster")
	void jedisOnAClusterSendsTheCallAgainAfterItsTimeout(Contract contract) {
		JedisConnectionFactory connections = new JedisConnectionFactory(
				new RedisClusterConfiguration(List.of(cluster.nodes().split(","))),
				JedisClientConfiguration.builder().readTimeout(Duration.ofSeconds(1)).build());
		connections.afterPropertiesSet();
		connections.start();
		try (JobQueue queue = contract.open(new ScriptRunner(connections));
				Jedis jedis = cluster.master(contract.line()).connect(Duration.ofSeconds(20))) {
			jedis.flushAll();
			queue.publish(List.of(JOB));
			cluster.master(contract.line()).stall(Duration.ofMillis(2500));
			PublishResult result = queue.publish(List.of(JOB)).get(0);
			assertThat(result.outcome()).isEqualTo(PublishResult.Outcome.ADDED);
			assertThat(contract.jobs(jedis)).isEqualTo(2);
			contract.assertLast(result, jedis);
		}
		finally {
			connections.destroy();
		}
	}

	@ParameterizedTest
	@MethodSource("contracts")
	void lettuceSendsTheCallAgainAfterItsConnectionWasLost(Contract contract, Jedis jedis) {
		try (ReplyLosingProxy proxy = new ReplyLosingProxy(TestRedis.port())) {
			LettuceConnectionFactory connections = new LettuceConnectionFactory(
					new RedisStandaloneConfiguration("127.0.0.1", proxy.port()),
					LettuceClientConfiguration.builder().shutdownTimeout(Duration.ZERO).build());
			connections.afterPropertiesSet();
			connections.start();
			try (JobQueue queue = contract.open(new ScriptRunner(connections))) {
				queue.publish(List.of(JOB));
				proxy.loseNextReply();
				PublishResult result = queue.publish(List.of(JOB)).get(0);
				assertThat(proxy.lost()).isOne();
				assertThat(result.outcome()).isEqualTo(PublishResult.Outcome.ADDED);
				assertThat(contract.jobs(jedis)).isEqualTo(2);
				contract.assertLast(result, jedis);
				proxy.loseNextReply();
				queue.publish(IntStream.range(0, 600).mapToObj((i) -> JOB).toList());
				assertThat(proxy.lost()).isEqualTo(2);
				assertThat(contract.jobs(jedis)).isEqualTo(602);
			}
			finally {
				connections.destroy();
			}
		}
	}

	/**
	 * A contract to publish in.
	 *
	 * @param name its name
	 * @param scripts the names of its scripts
	 * @param protocol makes it
	 * @param settings its settings
	 * @param line where jobs wait
	 */
	record Contract(String name, List<String> scripts, Function<ContractScripts, JobProtocol> protocol,
			@Nullable Object settings, String line) {

		JobQueue open(ScriptRunner runner) {
			return this.protocol.apply(ContractScripts.bundled(this.name, runner, this.scripts))
				.open(new QueueDefinition("q", Duration.ofSeconds(30), "worker", this.settings));
		}

		long jobs(Jedis jedis) {
			return this.name.equals("streams") ? jedis.xlen(this.line) : jedis.llen(this.line);
		}

		void assertLast(PublishResult result, Jedis jedis) {
			switch (this.name) {
				case "bullmq" -> assertThat(result.id()).isEqualTo("2").isEqualTo(jedis.lindex(this.line, 0));
				case "omniq" -> assertThat(result.id()).isEqualTo(jedis.lindex(this.line, -1));
				case "conveyor" -> assertThat(jedis.lindex(this.line, 0)).contains(result.id());
				default -> assertThat(jedis.xrevrange(this.line, "+", "-", 1).toString()).contains(result.id());
			}
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

}
