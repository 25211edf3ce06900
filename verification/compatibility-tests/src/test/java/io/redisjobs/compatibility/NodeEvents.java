package io.redisjobs.compatibility;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import tools.jackson.databind.JsonNode;

/** A BullMQ {@code QueueEvents} in Node. */
record NodeEvents(NodeBullmq node, String handle) {

	/** The events seen so far, in order. */
	List<JsonNode> seen() {
		List<JsonNode> events = new ArrayList<>();
		this.node.call("events", Map.of("queueEvents", this.handle)).forEach(events::add);
		return events;
	}

	/** The names of the events seen of a job, in order. */
	List<String> seenOf(String id) {
		return seen().stream()
			.filter((event) -> id.equals(event.path("jobId").asString("")))
			.map((event) -> event.get("event").asString())
			.toList();
	}

}
