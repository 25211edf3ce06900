package io.redisjobs.compatibility;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** The driver of the Node libraries by itself. */
@ExtendWith({ NodeExtension.class, TestRedis.class })
class NodeBullmqTests {

	@ParameterizedTest
	@ValueSource(ints = { 5, 6 })
	void runsAJobAndReportsItsEvents(int version, NodeBullmq node) {
		NodeQueue queue = node.queue(version, "driver-" + version, Map.of());
		NodeEvents events = node.events(version, "driver-" + version, Map.of());
		NodeWorker worker = node.worker(version, "driver-" + version, Map.of("name", "w"),
				NodeScript.nothing().progress(50).log("half").thenReturn(Map.of("ok", true)));
		String id = queue.add("render", Map.of("n", 1), Map.of("attempts", 2));
		JsonNode result = NodeBullmq.await(queue.waitUntilFinished(id, events), Duration.ofSeconds(50));
		assertThat(result.get("ok").asBoolean()).isTrue();
		assertThat(worker.runs()).singleElement().satisfies((run) -> {
			assertThat(run.get("name").asString()).isEqualTo("render");
			assertThat(run.at("/data/n").asInt()).isEqualTo(1);
			assertThat(run.at("/opts/attempts").asInt()).isEqualTo(2);
		});
		assertThat(queue.state(id)).isEqualTo("completed");
		assertThat(queue.job(id).get("progress").asInt()).isEqualTo(50);
		await().untilAsserted(() -> assertThat(events.seenOf(id)).containsExactly("added", "waiting", "active",
				"progress", "completed"));
		assertThat(queue.workers()).hasSize(1);
		assertThat(node.errors()).isEmpty();
	}

	@Test
	void failsAsScriptedAndHoldsUntilReleased(NodeBullmq node) {
		NodeQueue queue = node.queue("driver");
		NodeWorker worker = node.worker("driver",
				NodeScript.nothing().named("flaky").failTimes(1, "once").named("held").hold().thenReturn("done"));
		String flaky = queue.add("flaky", null, Map.of("attempts", 2));
		await().until(() -> queue.state(flaky).equals("completed"));
		assertThat(worker.ranIds()).containsExactly(flaky, flaky);
		String held = queue.add("held", null);
		await().until(() -> worker.ranIds().contains(held));
		assertThat(queue.state(held)).isEqualTo("active");
		worker.release();
		await().until(() -> queue.state(held).equals("completed"));
	}

	@Test
	void tellsWhatBullmqThrows(NodeBullmq node) {
		NodeQueue queue = node.queue("driver");
		assertThatExceptionOfType(NodeBullmq.NodeException.class)
			.isThrownBy(() -> queue.add("a", null, Map.of("jobId", "12")))
			.withMessageContaining("integers");
	}

	@Test
	void addsManyAndFlows(NodeBullmq node) {
		NodeQueue queue = node.queue("driver");
		assertThat(queue.addBulk(List.of(Map.of("name", "a", "data", 1), Map.of("name", "b", "data", 2)))).hasSize(2);
		JsonNode flow = node.addFlow(5, Map.of("name", "parent", "queueName", "driver", "children",
				List.of(Map.of("name", "child", "queueName", "driver", "data", 3))));
		assertThat(queue.state(flow.at("/job/id").asString())).isEqualTo("waiting-children");
		assertThat(queue.counts().get("waiting").asInt()).isEqualTo(3);
	}

}
