package io.redisjobs.autoconfigure;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Asks Redis for an answer before the containers start: without one the application does
 * not start if it is to fail fast, and otherwise says once that it keeps trying.
 */
final class RedisCheck implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(RedisCheck.class);

	private final RedisConnectionFactory connections;

	private final boolean failFast;

	private volatile boolean running;

	RedisCheck(RedisConnectionFactory connections, boolean failFast) {
		this.connections = connections;
		this.failFast = failFast;
	}

	@Override
	public void start() {
		this.running = true;
		try (RedisConnection connection = this.connections.getConnection()) {
			connection.ping();
		}
		catch (RuntimeException ex) {
			if (this.failFast) {
				throw new RedisUnreachableException("Redis does not answer: " + root(ex), ex);
			}
			logger.warn("Redis does not answer (" + root(ex)
					+ "). Jobs are neither published nor run until it does; the queues keep trying. "
					+ "Check spring.data.redis.*, or set redis-jobs.fail-fast=true to refuse to start.");
		}
	}

	private static String root(Throwable error) {
		Throwable cause = error;
		while (cause.getCause() != null) {
			cause = cause.getCause();
		}
		return cause.getClass().getSimpleName() + ": " + cause.getMessage();
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return DEFAULT_PHASE - 1;
	}

}
