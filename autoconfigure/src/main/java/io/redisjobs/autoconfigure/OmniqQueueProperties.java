package io.redisjobs.autoconfigure;

import java.time.Duration;

import io.redisjobs.protocol.omniq.OmniqSettings;
import org.jspecify.annotations.Nullable;

/** Settings of a queue that speaks OmniQ. */
public abstract class OmniqQueueProperties {

	/**
	 * OmniQ: how a heartbeat prolongs a lease: to a full timeout from now (bounded), or
	 * by a full timeout (additive).
	 */
	private OmniqSettings.@Nullable HeartbeatMode heartbeatMode;

	/**
	 * OmniQ: what happens to a job with a given id that exists: reject, ignore or
	 * overwrite.
	 */
	private OmniqSettings.@Nullable OnDuplicate onDuplicate;

	/**
	 * OmniQ: number of completed jobs kept; negative for all.
	 */
	private @Nullable Integer completedKeep;

	/**
	 * OmniQ: number of failed jobs kept; negative for all.
	 */
	private @Nullable Integer failedKeep;

	/**
	 * OmniQ, Conveyor: number of attempts of jobs that do not say it themselves.
	 */
	private @Nullable Integer maxAttempts;

	/**
	 * OmniQ, Conveyor: time between attempts of jobs that do not say it themselves.
	 */
	private @Nullable Duration backoff;

	/**
	 * OmniQ: clock that stamps the jobs: of this application (client) or of the server
	 * (redis).
	 */
	private OmniqSettings.@Nullable TimeSource clock;

	/**
	 * OmniQ: longest time between two looks for jobs of groups while there is nothing to
	 * do.
	 */
	private @Nullable Duration pollInterval;

	/**
	 * OmniQ: time after which an abandoned counter of children is forgotten; set under
	 * redis-jobs.defaults.
	 */
	private @Nullable Duration childCounterTtl;

	public OmniqSettings.@Nullable HeartbeatMode getHeartbeatMode() {
		return this.heartbeatMode;
	}

	public void setHeartbeatMode(OmniqSettings.@Nullable HeartbeatMode heartbeatMode) {
		this.heartbeatMode = heartbeatMode;
	}

	public OmniqSettings.@Nullable OnDuplicate getOnDuplicate() {
		return this.onDuplicate;
	}

	public void setOnDuplicate(OmniqSettings.@Nullable OnDuplicate onDuplicate) {
		this.onDuplicate = onDuplicate;
	}

	public @Nullable Integer getCompletedKeep() {
		return this.completedKeep;
	}

	public void setCompletedKeep(@Nullable Integer completedKeep) {
		this.completedKeep = completedKeep;
	}

	public @Nullable Integer getFailedKeep() {
		return this.failedKeep;
	}

	public void setFailedKeep(@Nullable Integer failedKeep) {
		this.failedKeep = failedKeep;
	}

	public @Nullable Integer getMaxAttempts() {
		return this.maxAttempts;
	}

	public void setMaxAttempts(@Nullable Integer maxAttempts) {
		this.maxAttempts = maxAttempts;
	}

	public @Nullable Duration getBackoff() {
		return this.backoff;
	}

	public void setBackoff(@Nullable Duration backoff) {
		this.backoff = backoff;
	}

	public OmniqSettings.@Nullable TimeSource getClock() {
		return this.clock;
	}

	public void setClock(OmniqSettings.@Nullable TimeSource clock) {
		this.clock = clock;
	}

	public @Nullable Duration getPollInterval() {
		return this.pollInterval;
	}

	public void setPollInterval(@Nullable Duration pollInterval) {
		this.pollInterval = pollInterval;
	}

	public @Nullable Duration getChildCounterTtl() {
		return this.childCounterTtl;
	}

	public void setChildCounterTtl(@Nullable Duration childCounterTtl) {
		this.childCounterTtl = childCounterTtl;
	}

}
