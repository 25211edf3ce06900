package io.redisjobs.compatibility;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import tools.jackson.databind.JsonNode;

/** A BullMQ {@code Worker} in Node with a scripted processor. */
record NodeWorker(NodeBullmq node, String handle) {

	/** What the processor has been given so far, in order. */
	List<JsonNode> runs() {
		List<JsonNode> runs = new ArrayList<>();
		this.node.call("runs", Map.of("worker", this.handle)).forEach(runs::add);
		return runs;
	}

	/** The ids of the runs so far, in order. */
	List<String> ranIds() {
		return runs().stream().map((run) -> run.get("id").asString()).toList();
	}

	/** Lets every run go on that holds. */
	void release() {
		this.node.call("release", Map.of("worker", this.handle));
	}

	/** Closes the worker once its running jobs have ended. */
	void close() {
		this.node.invoke(this.handle, "close");
	}

	/** Closes the worker at once: what it ran stays active. */
	void abandon() {
		this.node.invoke(this.handle, "close", true);
	}

}
