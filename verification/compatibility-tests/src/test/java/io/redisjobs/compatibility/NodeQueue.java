package io.redisjobs.compatibility;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A BullMQ {@code Queue} in Node. */
record NodeQueue(NodeBullmq node, String handle, String name) {

	/** Adds a job and answers its id. */
	String add(String job, @Nullable Object data) {
		return add(job, data, Map.of());
	}

	/** Adds a job with options and answers its id. */
	String add(String job, @Nullable Object data, Map<String, ?> options) {
		List<@Nullable Object> arguments = new ArrayList<>();
		arguments.add(job);
		arguments.add(data);
		arguments.add(options);
		return invoke("add", arguments.toArray()).get("id").asString();
	}

	/** Adds jobs given as {@code {name, data, opts}} and answers their ids. */
	List<String> addBulk(List<Map<String, Object>> jobs) {
		List<String> ids = new ArrayList<>();
		invoke("addBulk", jobs).forEach((job) -> ids.add(job.get("id").asString()));
		return ids;
	}

	void pause() {
		invoke("pause");
	}

	void resume() {
		invoke("resume");
	}

	/** A job as Node reads it. */
	JsonNode job(String id) {
		return invoke("getJob", id);
	}

	String state(String id) {
		return invoke("getJobState", id).asString();
	}

	JsonNode counts() {
		return invoke("getJobCounts");
	}

	/** The names of the connected workers. */
	JsonNode workers() {
		return invoke("getWorkers");
	}

	/** Calls any method of the queue. */
	JsonNode invoke(String method, Object... arguments) {
		return this.node.invoke(this.handle, method, arguments);
	}

	/** Calls any method of a job. */
	JsonNode invokeJob(String id, String method, Object... arguments) {
		return this.node.call("job",
				Map.of("queue", this.handle, "jobId", id, "method", method, "arguments", arguments));
	}

	/** Waits in Node until a job has finished; the answer is its result. */
	CompletableFuture<JsonNode> waitUntilFinished(String id, NodeEvents events) {
		return this.node.send("job", Map.of("queue", this.handle, "jobId", id, "method", "waitUntilFinished",
				"arguments", List.of(Map.of("$handle", events.handle()), 50_000)));
	}

}
