package io.redisjobs.protocol.streams;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import io.redisjobs.JobOptions;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.test.TestRedis;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/** Queues on the test Redis, closed together. */
final class StreamsQueues implements AutoCloseable {

	static final Duration LONG_LEASE = Duration.ofMinutes(5);

	private final JedisConnectionFactory connections;

	private final StreamsProtocol protocol;

	private final List<JobQueue> open = new ArrayList<>();

	StreamsQueues() {
		this(new JedisConnectionFactory(new RedisStandaloneConfiguration(TestRedis.host(), TestRedis.port())));
	}

	StreamsQueues(JedisConnectionFactory connections) {
		this.connections = connections;
		this.connections.afterPropertiesSet();
		this.connections.start();
		this.protocol = new StreamsProtocol(
				ContractScripts.bundled("streams", new ScriptRunner(this.connections), StreamsScripts.NAMES),
				Clock.systemUTC());
	}

	StreamsProtocol protocol() {
		return this.protocol;
	}

	JobQueue open(String name) {
		return open(name, LONG_LEASE, (settings) -> settings);
	}

	JobQueue open(String name, UnaryOperator<StreamsSettings.Builder> settings) {
		return open(name, LONG_LEASE, settings);
	}

	JobQueue open(String name, Duration lease, UnaryOperator<StreamsSettings.Builder> settings) {
		JobQueue queue = this.protocol
			.open(new QueueDefinition(name, lease, "test", settings.apply(StreamsSettings.builder()).build()));
		this.open.add(queue);
		return queue;
	}

	static String publish(JobQueue queue, String json) {
		return publish(queue, json, new JobOptions()).id();
	}

	static PublishResult publish(JobQueue queue, String json, JobOptions options) {
		return queue.publish(List.of(new NewJob(json.getBytes(StandardCharsets.UTF_8), options))).get(0);
	}

	static EnvelopedJob take(JobQueue queue) {
		return takeAll(queue, 1).get(0);
	}

	static List<EnvelopedJob> takeAll(JobQueue queue, int max) {
		return queue.reserve(max, Duration.ZERO).jobs().stream().map(EnvelopedJob.class::cast).toList();
	}

	static Settlement complete(JobQueue queue, ReservedJob job, String result) {
		return queue.complete(List.of(new Completion(job, result.getBytes(StandardCharsets.UTF_8)))).get(0);
	}

	static Settlement fail(JobQueue queue, ReservedJob job, FailureAction action) {
		return queue.fail(new Failure(job, new IllegalStateException("no GPU"), action));
	}

	@Override
	public void close() {
		this.open.forEach(JobQueue::close);
		this.connections.destroy();
	}

}
