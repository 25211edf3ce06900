package io.redisjobs.compatibility;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.redisjobs.test.TestRedis;
import redis.clients.jedis.Jedis;

/**
 * A worker in a JVM of its own that can be killed or stopped. A job's payload says how
 * many milliseconds its handler works; the handler then adds the job's id to the list
 * {@code ended} and returns the worker's name.
 */
final class JvmWorker implements AutoCloseable {

	private static final String READY = "worker is ready";

	private final Process process;

	private final Thread hook;

	private JvmWorker(Process process) {
		this.process = process;
		this.hook = new Thread(process::destroyForcibly);
		Runtime.getRuntime().addShutdownHook(this.hook);
	}

	/** Starts a worker; properties as for {@link JavaSide#worker}. */
	static JvmWorker start(String queue, String name, String... properties) {
		List<String> command = new ArrayList<>(List.of(
				Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
				"-Xmx256m", "-cp", System.getProperty("java.class.path"), JvmWorker.class.getName(), queue, name,
				"spring.data.redis.host=" + TestRedis.host(), "spring.data.redis.port=" + TestRedis.port()));
		command.addAll(List.of(properties));
		try {
			JvmWorker worker = new JvmWorker(new ProcessBuilder(command).redirectErrorStream(true).start());
			worker.awaitReady();
			return worker;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void awaitReady() throws IOException {
		BufferedReader lines = new BufferedReader(
				new InputStreamReader(this.process.getInputStream(), StandardCharsets.UTF_8));
		StringBuilder output = new StringBuilder();
		for (String line = lines.readLine(); line != null; line = lines.readLine()) {
			output.append(line).append('\n');
			if (line.equals(READY)) {
				Thread reader = new Thread(() -> lines.lines().forEach(System.out::println), "jvm-worker-output");
				reader.setDaemon(true);
				reader.start();
				return;
			}
		}
		throw new IllegalStateException("The worker did not start: " + output);
	}

	/** Kills the worker in the middle of what it does. */
	void kill() {
		this.process.destroyForcibly();
		try {
			this.process.waitFor(20, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** Stops the worker where it is, as a very long pause of the JVM would. */
	void freeze() {
		signal("STOP");
	}

	/** Lets the worker go on. */
	void thaw() {
		signal("CONT");
	}

	private void signal(String name) {
		try {
			new ProcessBuilder("kill", "-" + name, String.valueOf(this.process.pid())).inheritIO().start().waitFor();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void close() {
		kill();
		Runtime.getRuntime().removeShutdownHook(this.hook);
	}

	public static void main(String[] arguments) {
		String queue = arguments[0];
		String name = arguments[1];
		String[] properties = Arrays.copyOfRange(arguments, 2, arguments.length);
		String host = properties[0].substring(properties[0].indexOf('=') + 1);
		int port = Integer.parseInt(properties[1].substring(properties[1].indexOf('=') + 1));
		JavaSide.worker(queue, (data, job) -> {
			Thread.sleep(data.asLong());
			try (Jedis jedis = new Jedis(host, port)) {
				jedis.rpush("ended", job.id() + " in " + name);
			}
			return name;
		}, properties);
		System.out.println(READY);
	}

}
