package io.redisjobs.protocol.conveyor;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.redisjobs.test.MutableClock;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.test.TestRedis;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/** Conveyor on the tests' Redis, with a clock and ids that tests know. */
final class Conveyor implements AutoCloseable {

	static final Duration LEASE = Duration.ofSeconds(30);

	final MutableClock clock = new MutableClock();

	private final JedisConnectionFactory connections;

	private final AtomicInteger ids = new AtomicInteger();

	private final ConveyorSettings settings;

	private final List<JobQueue> queues = new ArrayList<>();

	Conveyor() {
		this(ConveyorSettings.defaults());
	}

	Conveyor(ConveyorSettings settings) {
		this.settings = settings;
		this.connections = new JedisConnectionFactory(
				new RedisStandaloneConfiguration(TestRedis.host(), TestRedis.port()));
		this.connections.afterPropertiesSet();
		this.connections.start();
	}

	static String uuid(String name) {
		return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
	}

	static ConveyorJob.Builder job(String queue, String name) {
		return ConveyorJob.builder()
			.uuid(uuid(name))
			.type("test.Job")
			.queue(queue)
			.payload(name.getBytes(StandardCharsets.UTF_8));
	}

	RedisConnectionFactory connections() {
		return this.connections;
	}

	private static ContractScripts scripts(RedisConnectionFactory connections) {
		return ContractScripts.bundled(ConveyorProtocol.ID, new ScriptRunner(connections), ConveyorScripts.NAMES);
	}

	ConveyorClient client() {
		return client(this.connections);
	}

	ConveyorClient client(RedisConnectionFactory connections) {
		return new ConveyorClient(scripts(connections), this.clock, this.settings, this::nextId);
	}

	JobQueue open(String queue) {
		return open(queue, this.settings);
	}

	JobQueue open(String queue, ConveyorSettings settings) {
		JobQueue opened = open(queue, settings, this.connections);
		this.queues.add(opened);
		return opened;
	}

	/** Opens a queue that is not closed with the others, as that of a dying process. */
	JobQueue open(String queue, RedisConnectionFactory connections) {
		return open(queue, this.settings, connections);
	}

	private JobQueue open(String queue, ConveyorSettings settings, RedisConnectionFactory connections) {
		return new ConveyorProtocol(scripts(connections), this.clock, this::nextId)
			.open(new QueueDefinition(queue, LEASE, null, settings));
	}

	private String nextId() {
		return new UUID(0, this.ids.incrementAndGet()).toString();
	}

	/** Takes the next job, if there is one. */
	static List<ConveyorReservedJob> take(JobQueue queue, int max) {
		Reservation reservation = queue.reserve(max, Duration.ZERO);
		return reservation.jobs().stream().map(ConveyorReservedJob.class::cast).toList();
	}

	static ConveyorReservedJob takeOne(JobQueue queue) {
		return take(queue, 1).get(0);
	}

	static Settlement complete(JobQueue queue, ConveyorReservedJob job) {
		return queue.complete(List.of(new Completion(job, new byte[0]))).get(0);
	}

	static Settlement fail(JobQueue queue, ConveyorReservedJob job, FailureAction action) {
		return queue.fail(new Failure(job, new IllegalStateException("boom"), action));
	}

	/**
	 * Works a queue until it is empty and answers with the names of the jobs in order.
	 */
	static List<String> work(JobQueue queue, Consumer<String> handler) {
		List<String> names = new ArrayList<>();
		for (List<ConveyorReservedJob> jobs = take(queue, 1); !jobs.isEmpty(); jobs = take(queue, 1)) {
			String name = name(jobs.get(0));
			names.add(name);
			handler.accept(name);
			complete(queue, jobs.get(0));
		}
		return names;
	}

	static List<String> work(JobQueue queue) {
		return work(queue, (name) -> {
		});
	}

	static String name(ConveyorReservedJob job) {
		return new String(job.payload(), StandardCharsets.UTF_8);
	}

	@Override
	public void close() {
		this.queues.forEach(JobQueue::close);
		this.queues.clear();
		this.connections.destroy();
	}

}
