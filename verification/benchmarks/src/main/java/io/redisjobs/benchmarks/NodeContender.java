package io.redisjobs.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** BullMQ in a Node process. */
final class NodeContender implements Contender {

	static final String NAME = "BullMQ 5.62.0";

	private static final JsonMapper JSON = JsonMapper.builder().build();

	private final Process process;

	private final BufferedReader output;

	private final Thread hook;

	private NodeContender(Process process) {
		this.process = process;
		this.output = process.inputReader(StandardCharsets.UTF_8);
		this.hook = new Thread(process::destroyForcibly);
		Runtime.getRuntime().addShutdownHook(this.hook);
	}

	/** Starts it, if Node and BullMQ are installed. */
	static Optional<NodeContender> start(int port) {
		Path folder = folder();
		if (!Files.exists(folder.resolve("node_modules/bullmq"))) {
			return Optional.empty();
		}
		try {
			return Optional.of(new NodeContender(
					new ProcessBuilder("node", "bench.mjs", String.valueOf(port)).directory(folder.toFile())
						.redirectError(ProcessBuilder.Redirect.INHERIT)
						.start()));
		}
		catch (IOException ex) {
			return Optional.empty();
		}
	}

	// classes and jar are both somewhere below the build folder of the module
	private static Path folder() {
		try {
			String location = NodeContender.class.getProtectionDomain()
				.getCodeSource()
				.getLocation()
				.toURI()
				.toString();
			String path = location.replaceFirst("^jar:", "")
				.replaceFirst("^(nested:|file:)+", "")
				.replaceFirst("!.*", "");
			int build = Math.max(path.lastIndexOf("/target/"), path.lastIndexOf("/build/"));
			return Path.of((build >= 0) ? path.substring(0, build) : ".").resolve("src/main/node");
		}
		catch (URISyntaxException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public boolean speaks(String contract) {
		return contract.equals("bullmq");
	}

	@Override
	public Answer perform(Verb verb, Task task) {
		JsonNode answer = call(verb.call(), task.asMap());
		List<Long> values = new ArrayList<>();
		answer.path("values").forEach((value) -> values.add(value.asLong()));
		return new Answer(answer.path("nanos").asLong(), answer.path("cpuNanos").asLong(), answer.path("most").asInt(0),
				values);
	}

	@Override
	public void reset() {
		call("reset", Map.of());
	}

	private JsonNode call(String call, Map<String, ?> task) {
		try {
			this.process.outputWriter(StandardCharsets.UTF_8)
				.append(JSON.writeValueAsString(Map.of("call", call, "task", task)))
				.append('\n')
				.flush();
			String line = this.output.readLine();
			if (line == null) {
				throw new IllegalStateException("Node has ended during " + call);
			}
			JsonNode answer = JSON.readTree(line);
			if (answer.has("error")) {
				throw new IllegalStateException("Node failed: " + answer.get("error").asString());
			}
			return answer;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		this.process.destroy();
		try {
			if (!this.process.waitFor(10, TimeUnit.SECONDS)) {
				this.process.destroyForcibly();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		Runtime.getRuntime().removeShutdownHook(this.hook);
	}

}
