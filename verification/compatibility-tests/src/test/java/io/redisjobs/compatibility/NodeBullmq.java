package io.redisjobs.compatibility;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A Node process with the real BullMQ libraries in it, connected to one Redis. */
final class NodeBullmq implements AutoCloseable {

	static final JsonMapper JSON = JsonMapper.builder().build();

	private static final Duration CALL_TIMEOUT = Duration.ofSeconds(60);

	private final AtomicLong calls = new AtomicLong();

	private final Map<Long, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();

	private final Process process;

	private final Writer input;

	private final Thread hook;

	private NodeBullmq(Process process) {
		this.process = process;
		this.input = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
		this.hook = new Thread(process::destroyForcibly);
		Runtime.getRuntime().addShutdownHook(this.hook);
		Thread reader = new Thread(this::read, "node-bullmq");
		reader.setDaemon(true);
		reader.start();
	}

	/** Starts a process for a single Redis server. */
	static NodeBullmq start(String host, int port) {
		return launch(host, port, "single");
	}

	/** Starts a process for a Redis Cluster. */
	static NodeBullmq startForCluster(String host, int port) {
		return launch(host, port, "cluster");
	}

	private static NodeBullmq launch(String host, int port, String mode) {
		try {
			return new NodeBullmq(new ProcessBuilder("node", "driver.mjs", host, String.valueOf(port), mode)
				.directory(folder().toFile())
				.redirectError(ProcessBuilder.Redirect.INHERIT)
				.start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Where the driver and its libraries are. */
	static Path folder() {
		return Path.of(System.getProperty("node.folder", "src/test/node"));
	}

	private void read() {
		try (BufferedReader lines = new BufferedReader(
				new InputStreamReader(this.process.getInputStream(), StandardCharsets.UTF_8))) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				answered(JSON.readTree(line));
			}
		}
		catch (IOException ex) {
			// the process has been killed: whoever waits is told below
		}
		this.answers.values()
			.forEach((answer) -> answer.completeExceptionally(new IllegalStateException("Node has ended")));
	}

	private void answered(JsonNode reply) {
		CompletableFuture<JsonNode> answer = this.answers.remove(reply.get("id").asLong());
		JsonNode error = reply.get("error");
		if (error == null) {
			answer.complete(reply.get("result"));
		}
		else {
			answer.completeExceptionally(new NodeException(error.path("message").asString()));
		}
	}

	/** Sends a call; the answer comes when Node has it. */
	CompletableFuture<JsonNode> send(String call, Map<String, ?> arguments) {
		long id = this.calls.incrementAndGet();
		CompletableFuture<JsonNode> answer = new CompletableFuture<>();
		this.answers.put(id, answer);
		try {
			synchronized (this.input) {
				this.input.write(JSON.writeValueAsString(Map.of("id", id, "call", call, "args", arguments)) + "\n");
				this.input.flush();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return answer;
	}

	/** Sends a call and waits for its answer. */
	JsonNode call(String call, Map<String, ?> arguments) {
		return await(send(call, arguments), CALL_TIMEOUT);
	}

	static JsonNode await(CompletableFuture<JsonNode> answer, Duration timeout) {
		try {
			return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof NodeException failure) {
				throw failure;
			}
			throw new IllegalStateException(ex.getCause());
		}
		catch (TimeoutException ex) {
			throw new IllegalStateException("Node has not answered", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/** The handle of a new object of a BullMQ version. */
	String create(String type, int version, String name, Map<String, ?> options) {
		return call("create", Map.of("type", type, "version", version, "name", name, "options", options)).asString();
	}

	/** Calls a method of an object. */
	JsonNode invoke(String handle, String method, Object... arguments) {
		return call("invoke", Map.of("on", handle, "method", method, "arguments", arguments));
	}

	NodeQueue queue(String name) {
		return queue(5, name, Map.of());
	}

	NodeQueue queue(int version, String name, Map<String, ?> options) {
		return new NodeQueue(this, create("Queue", version, name, options), name);
	}

	NodeEvents events(String name) {
		return events(5, name, Map.of());
	}

	NodeEvents events(int version, String name, Map<String, ?> options) {
		return new NodeEvents(this, create("QueueEvents", version, name, options));
	}

	/**
	 * Adds a flow.
	 * @param flow the parent with its children, as BullMQ takes it
	 */
	JsonNode addFlow(int version, Map<String, ?> flow) {
		return invoke(create("FlowProducer", version, "", Map.of()), "add", flow);
	}

	NodeWorker worker(String name, NodeScript script) {
		return worker(5, name, Map.of(), script);
	}

	NodeWorker worker(int version, String name, Map<String, ?> options, NodeScript script) {
		Map<String, Object> arguments = new HashMap<>();
		arguments.put("version", version);
		arguments.put("name", name);
		arguments.put("options", options);
		arguments.put("script", script.steps());
		return new NodeWorker(this, call("worker", arguments).asString());
	}

	/** The errors that any object has reported. */
	List<String> errors() {
		List<String> errors = new ArrayList<>();
		call("errors", Map.of()).forEach((error) -> errors.add(error.asString()));
		return errors;
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	/** Closes every object, also those that still work; ends Node if it cannot. */
	void reset() {
		try {
			await(send("reset", Map.of()), Duration.ofSeconds(20));
		}
		catch (RuntimeException ex) {
			close();
		}
	}

	/** Ends Node at once. */
	@Override
	public void close() {
		this.process.destroyForcibly();
		try {
			this.process.waitFor(20, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		Runtime.getRuntime().removeShutdownHook(this.hook);
	}

	/** What BullMQ threw. */
	static final class NodeException extends RuntimeException {

		NodeException(String message) {
			super(message);
		}

	}

}
