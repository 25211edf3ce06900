package io.redisjobs.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import redis.embedded.RedisExecProvider;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;

/**
 * A redis-server of the application's own: on a free port, with an append-only file, gone
 * when the application is.
 */
final class EmbeddedRedis implements DataRedisConnectionDetails, AutoCloseable {

	private static final Log logger = LogFactory.getLog(EmbeddedRedis.class);

	private static final String HOST = "127.0.0.1";

	private static final int MOST_PORTS = 5;

	private final int port;

	private final EmbeddedRedisFolder folder;

	private final Process process;

	private final Runnable lastAct;

	private EmbeddedRedis(int port, EmbeddedRedisFolder folder, Process process) {
		this.port = port;
		this.folder = folder;
		this.process = process;
		this.lastAct = process::destroy;
		// not a hook of the JVM's: those run while applications still hand their jobs
		// back
		SpringApplication.getShutdownHandlers().add(this.lastAct);
	}

	static EmbeddedRedis start(EmbeddedRedisProperties properties) {
		EmbeddedRedisFolder folder = EmbeddedRedisFolder.open(properties.getDirectory());
		try {
			EmbeddedRedis redis = start(properties.getPort(), folder);
			logger.info("Started a Redis for development on " + HOST + ":" + redis.port + " with its data in " + folder
					+ (folder.temporary() ? ", which is deleted at the end" : "")
					+ ". To use a real one set spring.data.redis.host or spring.data.redis.url, "
					+ "or take org.signal:embedded-redis off the class path.");
			return redis;
		}
		catch (RuntimeException ex) {
			folder.close();
			throw ex;
		}
	}

	private static EmbeddedRedis start(int wanted, EmbeddedRedisFolder folder) {
		Path binary = binary();
		for (int attempt = 1;; attempt++) {
			int port = (wanted > 0) ? wanted : EmbeddedRedisProbe.freePort();
			EmbeddedRedis redis = new EmbeddedRedis(port, folder, launch(binary, port, folder));
			if (EmbeddedRedisProbe.awaitReady(HOST, port, redis.process)) {
				folder.note(redis.process.toHandle());
				return redis;
			}
			redis.end();
			// another process may have taken the free port in between
			if (wanted > 0 || attempt == MOST_PORTS) {
				throw new IllegalStateException("The embedded redis-server did not start on port " + port + ": "
						+ folder.log() + " Use a Redis of your own with spring.data.redis.host, "
						+ "or switch this one off with redis-jobs.embedded.enabled=false.");
			}
		}
	}

	private static Path binary() {
		try {
			return RedisExecProvider.defaultProvider().get().toPath();
		}
		catch (IOException | RuntimeException ex) {
			throw new IllegalStateException("org.signal:embedded-redis has no redis-server for this system; "
					+ "use a Redis of your own with spring.data.redis.host", ex);
		}
	}

	private static Process launch(Path binary, int port, EmbeddedRedisFolder folder) {
		List<String> command = List.of(binary.toString(), "--port", String.valueOf(port), "--bind", HOST, "--save", "",
				"--appendonly", "yes", "--dir", folder.path().toString(), "--daemonize", "no");
		try {
			return new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(folder.logFile().toFile())
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot run " + binary, ex);
		}
	}

	@Override
	public Standalone getStandalone() {
		return Standalone.of(HOST, this.port);
	}

	@Override
	public void close() {
		end();
		this.folder.close();
	}

	private void end() {
		this.process.destroy();
		try {
			if (!this.process.waitFor(10, TimeUnit.SECONDS)) {
				this.process.destroyForcibly().waitFor();
			}
		}
		catch (InterruptedException ex) {
			this.process.destroyForcibly();
			Thread.currentThread().interrupt();
		}
		try {
			SpringApplication.getShutdownHandlers().remove(this.lastAct);
		}
		catch (IllegalStateException ex) {
			// the JVM is ending, and the last act is at hand
		}
	}

}
