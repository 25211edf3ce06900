package io.redisjobs.compatibility;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.redisjobs.InvalidQueueException;
import io.redisjobs.test.RedisClusterProcess;
import io.redisjobs.test.RedisProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Node and Java on a Redis Cluster of three masters. */
@ExtendWith(NodeExtension.class)
class ClusterTests {

	private static RedisClusterProcess cluster;

	private static NodeBullmq node;

	@BeforeAll
	static void start() {
		cluster = RedisClusterProcess.start();
		RedisProcess first = cluster.masters().get(0);
		node = NodeBullmq.startForCluster("127.0.0.1", first.port());
	}

	@AfterAll
	static void stop() {
		if (node != null) {
			node.close();
		}
		if (cluster != null) {
			cluster.close();
		}
	}

	@Test
	void aPrefixInBracesWorksOnBothSides() {
		shareJobs("videos", Map.of("prefix", "{bull}"), "queue.prefix={bull}");
	}

	@Test
	void aQueueNameInBracesWorksOnBothSides() {
		shareJobs("{emails}", Map.of());
	}

	private static void shareJobs(String name, Map<String, ?> options, String... properties) {
		NodeQueue queue = node.queue(5, name, options);
		NodeEvents events = node.events(5, name, options);
		List<String> all = new ArrayList<>(List.of(properties));
		all.add("spring.data.redis.cluster.nodes=" + cluster.nodes());
		try (JavaSide java = JavaSide.worker(name, (data, job) -> {
			job.progress(50);
			job.log("half");
			if (data.asInt() == 2 && job.attempt() == 1) {
				throw new IllegalStateException("no");
			}
			return data.asInt() * 10;
		}, all.toArray(String[]::new))) {
			String one = queue.add("a", 1);
			JsonNode result = NodeBullmq.await(queue.waitUntilFinished(one, events), Duration.ofSeconds(50));
			assertThat(result.asInt()).isEqualTo(10);
			String two = java.jobs().publish(name, 2, (job) -> job.attempts(2).delay(Duration.ofMillis(50))).id();
			String three = java.jobs().publish(name, 3, (job) -> job.priority(1)).id();
			await().until(() -> queue.state(two).equals("completed") && queue.state(three).equals("completed"));
			assertThat(queue.job(two).get("returnvalue").asInt()).isEqualTo(20);
			assertThat(java.jobs().find(name, three).orElseThrow().logs()).containsExactly("half");
		}
		NodeWorker worker = node.worker(5, name, options, NodeScript.returning("node"));
		all.add("redis-jobs.defaults.auto-startup=false");
		try (JavaSide java = JavaSide.producer(name, all.toArray(String[]::new))) {
			String four = java.jobs().publish(name, 4).id();
			await().until(() -> queue.state(four).equals("completed"));
			assertThat(worker.ranIds()).containsExactly(four);
		}
		assertThat(node.errors()).isEmpty();
		node.reset();
	}

	@Test
	void aQueueWithoutBracesIsRefusedWithAdvice() {
		assertThatExceptionOfType(InvalidQueueException.class)
			.isThrownBy(() -> JavaSide
				.worker("plain", JavaSide.Handler.returning(null), "spring.data.redis.cluster.nodes=" + cluster.nodes())
				.close())
			.withMessageContaining("plain");
	}

}
