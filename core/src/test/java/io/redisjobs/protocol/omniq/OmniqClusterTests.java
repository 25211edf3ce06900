package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.redisjobs.JobOptions;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Bytes;
import io.redisjobs.test.RedisClusterProcess;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** OmniQ on a cluster of three nodes. */
class OmniqClusterTests {

	@Test
	void queuesOnEveryNodeDoEverything() {
		try (RedisClusterProcess cluster = RedisClusterProcess.start();
				OmniqFixture fixture = new OmniqFixture(new JedisConnectionFactory(
						new RedisClusterConfiguration(List.of(cluster.nodes().split(",")))))) {
			OmniqClient client = fixture.client();
			List<String> queues = List.of("alpha", "beta", "gamma", "delta", "epsilon", "zeta");
			queues.forEach((queue) -> {
				clientGoesThrough(client, queue);
				queueGoesThrough(fixture, queue);
			});
			client.childsInit("parent", 1);
			assertThat(client.childAck("parent", "child")).isZero();
			assertThat(client.monitor().queues()).containsExactlyInAnyOrderElementsOf(queues);
		}
	}

	private static void clientGoesThrough(OmniqClient client, String queue) {
		client.publish(queue, Map.of("n", 1), OmniqPublishOptions.defaults().withGroup("g", 1).withMaxAttempts(1));
		client.publish(queue, Map.of("n", 2));
		for (int i = 0; i < 2; i++) {
			OmniqReserveResult.Job job = (OmniqReserveResult.Job) client.reserve(queue);
			client.heartbeat(queue, job.jobId(), job.leaseToken());
			if (job.gid() != null) {
				assertThat(client.ackFail(queue, job.jobId(), job.leaseToken()))
					.isInstanceOf(OmniqFailResult.Failed.class);
				client.retryFailed(queue, job.jobId());
				client.removeJob(queue, job.jobId(), OmniqLane.GWAIT);
			}
			else {
				client.ackSuccess(queue, job.jobId(), job.leaseToken());
			}
		}
		client.setGroupLimit(queue, "g", 2);
		assertThat(client.monitor().group(queue, "g").limit()).isEqualTo(2);
		client.pause(queue);
		assertThat(client.reserve(queue)).isInstanceOf(OmniqReserveResult.Paused.class);
		client.resume(queue);
		assertThat(client.promoteDelayed(queue)).isZero();
		assertThat(client.reapExpired(queue)).isZero();
		assertThat(client.monitor().stats(queue).counts().completedKept()).isOne();
	}

	private static void queueGoesThrough(OmniqFixture fixture, String name) {
		try (OmniqJobQueue queue = fixture.queue(name, OmniqSettings.defaults())) {
			assertThat(queue.reserve(1, Duration.ofMillis(50)).kind()).isEqualTo(Reservation.Kind.EMPTY);
			queue.publish(List.of(new NewJob(Bytes.of("{}"), new JobOptions())));
			Reservation taken = queue.reserve(1, Duration.ofSeconds(5));
			assertThat(queue.exchange(List.of(new Completion(taken.jobs().get(0), new byte[0])), 1).settlements())
				.containsExactly(Settlement.completed());
			byte[] leaked = Bytes.of("{" + name + "}:g:leaked:inflight");
			try (RedisConnection redis = fixture.connections().getConnection()) {
				redis.stringCommands().set(leaked, Bytes.of(1));
				queue.maintain(10);
				assertThat(redis.keyCommands().exists(leaked)).isFalse();
			}
		}
	}

}
