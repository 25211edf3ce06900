package io.redisjobs.autoconfigure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import redis.embedded.RedisExecProvider;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;

/**
 * A redis-server of the application's own: on a free port, with an append-only file, gone
 * when the application is and not before: one that ends by itself is started again.
 */
final class EmbeddedRedis implements DataRedisConnectionDetails, AutoCloseable {

	private static final Log logger = LogFactory.getLog(EmbeddedRedis.class);

	private static final int MOST_PORTS = 5;

	private static final int MOST_RESTARTS = 5;

	private final Path binary;

	private final int port;

	private final EmbeddedRedisFolder folder;

	private final ReentrantLock lock = new ReentrantLock();

	private final Runnable givenUp;

	private EmbeddedRedisServer server;

	private int restarts;

	private boolean closed;

	private EmbeddedRedis(Path binary, int port, EmbeddedRedisFolder folder, EmbeddedRedisServer server,
			Runnable givenUp) {
		this.binary = binary;
		this.port = port;
		this.folder = folder;
		this.server = server;
		this.givenUp = givenUp;
	}

	/**
	 * Starts it.
	 * @param properties where and how
	 * @param givenUp told when it has ended and is not started again
	 */
	static EmbeddedRedis start(EmbeddedRedisProperties properties, Runnable givenUp) {
		Path binary = binary();
		EmbeddedRedisFolder folder = EmbeddedRedisFolder.open(properties.getDirectory());
		try {
			EmbeddedRedis redis = start(binary, properties.getPort(), folder, givenUp);
			redis.watch();
			return redis;
		}
		catch (RuntimeException ex) {
			folder.close();
			throw ex;
		}
	}

	private static EmbeddedRedis start(Path binary, int wanted, EmbeddedRedisFolder folder, Runnable givenUp) {
		for (int attempt = 1;; attempt++) {
			int port = (wanted > 0) ? wanted : EmbeddedRedisProbe.freePort();
			EmbeddedRedisServer server = EmbeddedRedisServer.start(binary, port, folder);
			if (server != null) {
				return new EmbeddedRedis(binary, port, folder, server, givenUp);
			}
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

	private void watch() {
		this.server.ended().thenAccept(this::ended);
	}

	// without it jobs that are done could not be written, not even when the application
	// stops
	private void ended(int exitCode) {
		this.lock.lock();
		try {
			if (!this.closed) {
				restart("The Redis for development on " + address() + " ended by itself (exit code " + exitCode + ")");
			}
		}
		catch (RuntimeException ex) {
			logger.error("The Redis for development on " + address() + " cannot be started again", ex);
			this.givenUp.run();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void restart(String reason) {
		this.restarts++;
		EmbeddedRedisServer next = (this.restarts <= MOST_RESTARTS)
				? EmbeddedRedisServer.start(this.binary, this.port, this.folder) : null;
		if (next == null) {
			logger.error(reason + " and is not started again. Jobs are neither published nor run until the application "
					+ "is. Its log: " + this.folder.log());
			this.givenUp.run();
			return;
		}
		this.server = next;
		watch();
		logger.warn(reason + " and was started again with its data");
	}

	/** Where it listens. */
	String address() {
		return EmbeddedRedisServer.HOST + ":" + this.port;
	}

	/** Where its data is. */
	EmbeddedRedisFolder folder() {
		return this.folder;
	}

	@Override
	public Standalone getStandalone() {
		return Standalone.of(EmbeddedRedisServer.HOST, this.port);
	}

	@Override
	public void close() {
		this.lock.lock();
		try {
			this.closed = true;
			this.server.close();
		}
		finally {
			this.lock.unlock();
		}
		this.folder.close();
	}

}
