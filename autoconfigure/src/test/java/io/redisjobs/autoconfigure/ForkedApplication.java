package io.redisjobs.autoconfigure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.redisjobs.JobHandler;
import io.redisjobs.publish.JobTemplate;

import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * An application in a JVM, and a process group, of its own, as a terminal starts it. It
 * runs one job, for as long as the test says.
 */
final class ForkedApplication implements AutoCloseable {

	/** What it prints when its job has begun. */
	static final String RUNNING = "the job is running";

	private final Process process;

	private final Path output;

	private ForkedApplication(Process process, Path output) {
		this.process = process;
		this.output = output;
	}

	/**
	 * Starts it.
	 * @param folder where it keeps its output and, below it, its Redis
	 * @param path where it finds programs
	 */
	static ForkedApplication start(Path folder, String path) throws IOException {
		return start(folder, path, "-Dredis-jobs.embedded.directory=" + folder.resolve("data"));
	}

	/**
	 * Starts it.
	 * @param folder where it keeps its output
	 * @param temporary where it keeps what is temporary, its Redis among it
	 */
	static ForkedApplication startTemporary(Path folder, Path temporary) throws IOException {
		return start(folder, System.getenv("PATH"), "-Djava.io.tmpdir=" + temporary);
	}

	private static ForkedApplication start(Path folder, String path, String property) throws IOException {
		List<String> command = List.of("setsid", System.getProperty("java.home") + "/bin/java",
				"-XX:TieredStopAtLevel=1", property, "-cp",
				System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
				Application.class.getName(), "--redis-jobs.defaults.shutdown-timeout=2m",
				"--spring.lifecycle.timeout-per-shutdown-phase=3m", "--spring.main.keep-alive=true");
		Path output = folder.resolve("output");
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
		builder.environment().put("PATH", path);
		return new ForkedApplication(builder.start(), output);
	}

	String output() {
		try {
			return Files.readString(this.output);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** The redis-server it has started. */
	ProcessHandle redis() {
		return this.process.descendants()
			.filter((child) -> child.info().command().orElse("").contains("redis-server"))
			.findFirst()
			.orElseThrow();
	}

	/** Sends a signal to all processes of its group. */
	void signalGroup(String name) throws IOException, InterruptedException {
		signal(name, "-" + this.process.pid());
	}

	static void signal(String name, String target) throws IOException, InterruptedException {
		new ProcessBuilder("sh", "-c", "kill -" + name + " " + target).inheritIO().start().waitFor();
	}

	/** Kills it, and nothing that it has started. */
	void kill() {
		this.process.destroyForcibly().onExit().join();
	}

	void endJob() throws IOException {
		OutputStream stdin = this.process.getOutputStream();
		stdin.write("end\n".getBytes(StandardCharsets.UTF_8));
		stdin.flush();
	}

	/** Waits until it has ended, and answers its exit code. */
	int exitCode(long seconds) throws InterruptedException {
		if (!this.process.waitFor(seconds, TimeUnit.SECONDS)) {
			throw new AssertionError("still there after " + seconds + " s: " + output());
		}
		return this.process.exitValue();
	}

	@Override
	public void close() {
		List<ProcessHandle> left = this.process.descendants().toList();
		kill();
		left.forEach(ProcessHandle::destroyForcibly);
	}

	/** What runs there. */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ EmbeddedRedisAutoConfiguration.class, DataRedisAutoConfiguration.class,
			JacksonAutoConfiguration.class, RedisJobsAutoConfiguration.class })
	static class Application {

		public static void main(String[] args) {
			SpringApplication.run(Application.class, args);
		}

		@JobHandler("work")
		String work(String payload) throws IOException {
			System.out.println(RUNNING);
			return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
		}

		@Bean
		ApplicationRunner publish(JobTemplate jobs) {
			return (args) -> jobs.publish("work", "payload");
		}

	}

}
