package io.redisjobs.protocol.streams;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import io.redisjobs.InvalidQueueException;
import io.redisjobs.annotation.JobEndpoint;
import io.redisjobs.annotation.JobHandlerConfigurer;
import io.redisjobs.autoconfigure.RedisJobsAutoConfiguration;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.publish.JobTemplate;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.test.RedisClusterProcess;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Streams on a cluster: all in one slot, or not at all. */
class StreamsClusterTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class,
				RedisJobsAutoConfiguration.class))
		.withPropertyValues("spring.data.redis.client-type=jedis", "redis-jobs.defaults.protocol=streams",
				"redis-jobs.queues.requested.streams.route.by=type",
				"redis-jobs.queues.tts.streams.results-to=completed", "redis-jobs.queues.tts.concurrency=4",
				"redis-jobs.queues.completed.concurrency=2");

	@Test
	void aPrefixWithoutHashTagIsRefusedOnACluster() {
		StreamsProtocol protocol = new StreamsProtocol(ContractScripts.bundled("streams",
				new ScriptRunner(new JedisConnectionFactory(new RedisClusterConfiguration(List.of("127.0.0.1:1")))),
				StreamsScripts.NAMES), Clock.systemUTC());
		assertThatExceptionOfType(InvalidQueueException.class)
			.isThrownBy(() -> protocol.open(new QueueDefinition("tts", Duration.ofSeconds(30), null, null)))
			.withMessageContaining("cluster")
			.satisfies((ex) -> assertThat(ex.action()).contains("{jobs}:"));
		protocol
			.open(new QueueDefinition("tts", Duration.ofSeconds(30), null,
					StreamsSettings.builder().prefix("{jobs}:").build()))
			.close();
	}

	@Test
	void thePipelineRunsOnThreeNodesAndAPrefixWithoutHashTagStopsTheStart() {
		try (RedisClusterProcess cluster = RedisClusterProcess.start()) {
			ApplicationContextRunner clustered = this.runner
				.withPropertyValues("spring.data.redis.cluster.nodes=" + cluster.nodes());
			clustered.run((
					context) -> assertThat(context).hasFailed().getFailure().isInstanceOf(InvalidQueueException.class));
			Map<String, String> completed = new ConcurrentHashMap<>();
			clustered.withPropertyValues("redis-jobs.defaults.prefix={jobs}:")
				.withBean(JobHandlerConfigurer.class, () -> (endpoints) -> {
					endpoints.accept(JobEndpoint.of("tts", "", (job) -> "done"));
					endpoints.accept(JobEndpoint.of("completed", "",
							(job) -> completed.put(job.id(), new String(job.payload()))));
				})
				.run((context) -> {
					context.getBean(JobTemplate.class)
						.publishAll("requested", IntStream.range(0, 200).boxed().toList(),
								(options) -> options.type("TTS"));
					await().atMost(PATIENCE).until(() -> completed.size() == 200);
					assertThat(Set.copyOf(completed.values())).containsExactly("\"done\"");
				});
		}
	}

}
