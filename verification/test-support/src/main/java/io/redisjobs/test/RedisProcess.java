package io.redisjobs.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.embedded.RedisExecProvider;

/**
 * A redis-server of its own, from the binary inside {@code org.signal:embedded-redis}: on
 * a free port, in a temporary folder, gone when closed or when the JVM ends.
 */
public final class RedisProcess implements AutoCloseable {

	private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

	private static @Nullable Path bundled;

	private final Path executable;

	private final Path folder;

	private final List<String> options;

	private final int port;

	private final Thread hook = new Thread(this::destroy);

	private @Nullable Process process;

	private RedisProcess(Path executable, int port, List<String> options) {
		this.executable = executable;
		this.port = port;
		this.options = options;
		try {
			this.folder = Files.createTempDirectory("redis-jobs-redis");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		Runtime.getRuntime().addShutdownHook(this.hook);
	}

	/**
	 * Starts a server on a free port.
	 * @param options further options of the server, such as {@code --appendonly yes}
	 */
	public static RedisProcess start(String... options) {
		return start(bundled(), options);
	}

	/** Starts a server that is installed on this machine. */
	public static RedisProcess start(Path executable, String... options) {
		for (int attempt = 1;; attempt++) {
			RedisProcess redis = new RedisProcess(executable, freePort(), List.of(options));
			try {
				redis.restart();
				return redis;
			}
			catch (IllegalStateException ex) {
				redis.close();
				// another process may have taken the port in between
				if (attempt == 5) {
					throw ex;
				}
			}
		}
	}

	/** A port that nothing listens on, with room for a cluster bus port above it. */
	public static int freePort() {
		try {
			while (true) {
				try (ServerSocket socket = new ServerSocket(0)) {
					if (socket.getLocalPort() < 55000) {
						return socket.getLocalPort();
					}
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Starts the server again on the same port and folder, after {@link #stop} or
	 * {@link #kill}.
	 */
	public void restart() {
		List<String> command = new ArrayList<>(List.of(this.executable.toString(), "--port", String.valueOf(this.port),
				"--bind", "127.0.0.1", "--save", "", "--dir", this.folder.toString(), "--daemonize", "no"));
		this.options.forEach((option) -> command.addAll(List.of(option.split(" "))));
		try {
			this.process = new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(this.folder.resolve("redis.log").toFile())
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		awaitReady(this.process);
	}

	private void awaitReady(Process process) {
		long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
		while (System.nanoTime() < deadline && process.isAlive()) {
			try (Jedis jedis = new Jedis("127.0.0.1", this.port)) {
				if (jedis.info("server").contains("process_id:" + process.pid())) {
					return;
				}
			}
			catch (JedisException ex) {
				pause();
			}
		}
		throw new IllegalStateException("redis-server on port " + this.port + " did not start: " + log());
	}

	private static void pause() {
		try {
			Thread.sleep(20);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	private String log() {
		try {
			return Files.readString(this.folder.resolve("redis.log"));
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

	public int port() {
		return this.port;
	}

	/** The server's process id. */
	public long pid() {
		return running().pid();
	}

	private Process running() {
		if (this.process == null) {
			throw new IllegalStateException("redis-server is not running");
		}
		return this.process;
	}

	/** A new connection. */
	public Jedis connect() {
		return new Jedis("127.0.0.1", this.port);
	}

	/** A new connection that waits longer than usual for an answer. */
	public Jedis connect(Duration patience) {
		return new Jedis("127.0.0.1", this.port, (int) patience.toMillis());
	}

	/** Stops the server from doing anything for a while; it stays connected. */
	public void stall(Duration duration) {
		long pid = pid();
		signal("-STOP", pid);
		CompletableFuture.delayedExecutor(duration.toMillis(), TimeUnit.MILLISECONDS)
			.execute(() -> signal("-CONT", pid));
	}

	private static void signal(String name, long pid) {
		try {
			new ProcessBuilder("kill", name, String.valueOf(pid)).inheritIO().start().waitFor();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** Ends the server in good order. */
	public void stop() {
		end(running()::destroy);
	}

	/** Kills the server. */
	public void kill() {
		end(running()::destroyForcibly);
	}

	private void end(Runnable signal) {
		signal.run();
		try {
			if (!running().waitFor(20, TimeUnit.SECONDS)) {
				running().destroyForcibly().waitFor();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.process = null;
	}

	private void destroy() {
		if (this.process != null) {
			this.process.destroyForcibly();
		}
	}

	@Override
	public void close() {
		if (this.process != null) {
			kill();
		}
		Runtime.getRuntime().removeShutdownHook(this.hook);
		try (Stream<Path> files = Files.walk(this.folder)) {
			for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
				Files.delete(file);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** The server inside the jar. */
	public static synchronized Path bundled() {
		if (bundled == null) {
			try {
				bundled = RedisExecProvider.defaultProvider().get().toPath().toAbsolutePath();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
		return bundled;
	}

}
