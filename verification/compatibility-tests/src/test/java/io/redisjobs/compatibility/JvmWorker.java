package io.redisjobs.compatibility;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.redisjobs.test.TestRedis;

/**
 * A worker in a JVM of its own that can be killed or stopped. Its handler notes that the
 * job was started, works for as many milliseconds as the payload says and returns the
 * worker's name.
 */
final class JvmWorker implements AutoCloseable {

	/** The payload of a job that kills its worker. */
	static final int DEADLY = -1;

	private static final String READY = "worker is ready";

	private final Process process;

	private final Path started;

	private final Thread hook;

	private JvmWorker(Process process, Path started) {
		this.process = process;
		this.started = started;
		this.hook = new Thread(process::destroyForcibly);
		Runtime.getRuntime().addShutdownHook(this.hook);
	}

	/** Starts a worker; properties as for {@link JavaSide#worker}. */
	static JvmWorker start(String queue, String name, String... properties) {
		Path started = notes();
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-Xmx256m", "-Dstarted=" + started, "-cp", System.getProperty("java.class.path"),
						JvmWorker.class.getName(), queue, name, "spring.data.redis.host=" + TestRedis.host(),
						"spring.data.redis.port=" + TestRedis.port()));
		command.addAll(List.of(properties));
		try {
			JvmWorker worker = new JvmWorker(new ProcessBuilder(command).redirectErrorStream(true).start(), started);
			worker.awaitReady();
			return worker;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	// a file keeps what was written before a process is killed, and costs its handler
	// little
	private static Path notes() {
		try {
			return Files.createTempFile("started", ".txt");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** The ids of the jobs whose handler was called. */
	Set<String> startedIds() {
		try {
			return new HashSet<>(Files.readAllLines(this.started));
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

	boolean isAlive() {
		return this.process.isAlive();
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
		this.started.toFile().delete();
	}

	public static void main(String[] arguments) throws IOException {
		String queue = arguments[0];
		String name = arguments[1];
		String[] properties = Arrays.copyOfRange(arguments, 2, arguments.length);
		FileChannel started = FileChannel.open(Path.of(System.getProperty("started")), StandardOpenOption.APPEND);
		JavaSide.worker(queue, (data, job) -> {
			started.write(ByteBuffer.wrap((job.id() + "\n").getBytes(StandardCharsets.UTF_8)));
			if (data.asInt() == DEADLY) {
				Runtime.getRuntime().halt(1);
			}
			Thread.sleep(data.asLong());
			return name;
		}, properties);
		System.out.println(READY);
	}

}
