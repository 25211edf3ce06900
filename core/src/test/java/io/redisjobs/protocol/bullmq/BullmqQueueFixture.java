package io.redisjobs.protocol.bullmq;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.JobOptions;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** A queue on a real Redis. */
@ExtendWith(TestRedis.class)
abstract class BullmqQueueFixture {

	private final JedisConnectionFactory connections = new JedisConnectionFactory(
			new RedisStandaloneConfiguration(TestRedis.host(), TestRedis.port()));

	private final List<JobQueue> queues = new ArrayList<>();

	Jedis jedis;

	JobQueue queue;

	@BeforeEach
	void open(Jedis jedis) {
		this.jedis = jedis;
		this.connections.afterPropertiesSet();
		this.connections.start();
		this.queue = open(BullmqSettings.defaults());
	}

	@AfterEach
	void close() {
		this.queues.forEach(JobQueue::close);
		this.connections.destroy();
	}

	JobQueue open(BullmqSettings settings) {
		JobQueue opened = protocol().open(new QueueDefinition("q", Duration.ofSeconds(30), "worker", settings));
		this.queues.add(opened);
		return opened;
	}

	BullmqProtocol protocol() {
		ScriptRunner runner = new ScriptRunner(this.connections);
		return new BullmqProtocol(ContractScripts.bundled("bullmq", runner, BullmqScripts.NAMES), Clock.systemUTC());
	}

	PublishResult publish(JobOptions options) {
		return this.queue.publish(List.of(new NewJob(bytes("{\"a\":1}"), options))).get(0);
	}

	ReservedJob reserve() {
		Reservation reservation = this.queue.reserve(1, Duration.ofSeconds(5));
		assertThat(reservation.kind()).isEqualTo(Reservation.Kind.JOBS);
		return reservation.jobs().get(0);
	}

	static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
