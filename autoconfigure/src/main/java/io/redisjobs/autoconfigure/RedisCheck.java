package io.redisjobs.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import io.redisjobs.protocol.CallProblem;
import io.redisjobs.protocol.ErrorText;
import io.redisjobs.protocol.Printable;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.redis.TimeLimit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Lets Redis run a script before the containers start: if it cannot, the application does
 * not start if it is to fail fast, and otherwise says once that it keeps trying. A
 * library that does not fit ends the start in any case.
 */
final class RedisCheck implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(RedisCheck.class);

	/** It does nothing, but needs what all scripts need: the right to run, and a key. */
	private static final RedisScript<?> SCRIPT = RedisScript.of("return {KEYS[1]}", List.class);

	private static final byte[] KEY = Bytes.of("redis-jobs:check");

	/** Drivers wait for up to a minute where somebody listens and says nothing. */
	static final Duration LIMIT = Duration.ofSeconds(15);

	private final ScriptRunner runner;

	private final Supplier<String> place;

	private final boolean failFast;

	private final Duration limit;

	private volatile boolean running;

	/**
	 * Creates the check.
	 * @param runner runs the scripts of the jobs
	 * @param place what to call its Redis where there are several; empty otherwise
	 * @param failFast whether the application ends without Redis
	 * @param limit how long Redis has to answer
	 */
	RedisCheck(ScriptRunner runner, Supplier<String> place, boolean failFast, Duration limit) {
		this.runner = runner;
		this.place = place;
		this.failFast = failFast;
		this.limit = limit;
	}

	@Override
	public void start() {
		this.running = true;
		try {
			TimeLimit.ask(this.limit, () -> this.runner.run(SCRIPT, List.of(KEY), List.of()));
		}
		catch (RuntimeException ex) {
			if (CallProblem.isMisfit(ex)) {
				throw ex;
			}
			failed(ex, CallProblem.of(ex));
		}
	}

	private void failed(Throwable error, @Nullable CallProblem problem) {
		String description = ((problem != null) ? problem.description() : "Redis does not answer") + this.place.get();
		String root = Printable.of(ErrorText.describe(NestedExceptionUtils.getMostSpecificCause(error)));
		if (this.failFast) {
			throw new UnusableRedisException(description + ": " + root, (problem != null) ? problem.action()
					: "Start Redis, or check spring.data.redis.host, port, username and password.", error);
		}
		String said = description + " (" + root + "). Jobs are neither published nor run until ";
		if (problem != null) {
			logger.error(said + "that is put right; the queues keep trying. " + problem.action());
		}
		else {
			logger.warn(said
					+ "it does; the queues keep trying. Check spring.data.redis.*, or set redis-jobs.fail-fast=true to refuse to start.");
		}
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
