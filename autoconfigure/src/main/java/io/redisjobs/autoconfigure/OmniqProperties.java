package io.redisjobs.autoconfigure;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;

import io.redisjobs.protocol.omniq.OmniqSettings;
import io.redisjobs.protocol.omniq.OmniqSettings.HeartbeatMode;
import io.redisjobs.protocol.omniq.OmniqSettings.OnDuplicate;
import io.redisjobs.protocol.omniq.OmniqSettings.TimeSource;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/** What only queues that speak OmniQ have. */
@ConfigurationProperties("redis-jobs.defaults.omniq")
public class OmniqProperties implements ContractProperties {

	/**
	 * How a heartbeat extends a lease: to a full timeout from now (bounded), or by a full
	 * timeout (additive).
	 */
	private HeartbeatMode heartbeatMode = HeartbeatMode.BOUNDED;

	/**
	 * What happens to a job with a given id that exists: reject, ignore or overwrite.
	 */
	private OnDuplicate onDuplicate = OnDuplicate.REJECT;

	/**
	 * Clock that stamps the jobs: of this application (client) or of the server (redis).
	 */
	private TimeSource clock = TimeSource.CLIENT;

	/**
	 * Longest time between two looks for jobs of groups while there is nothing to do.
	 */
	private Duration pollInterval = Duration.ofMillis(20);

	/**
	 * Time after which an abandoned counter of children is forgotten, never unless set;
	 * under redis-jobs.defaults only.
	 */
	private @Nullable Duration childCounterTtl;

	/**
	 * Number of completed jobs kept, negative for all; also as the queue's
	 * keep-completed.
	 */
	private int keepCompleted = 100;

	/**
	 * Number of failed jobs kept, negative for all; also as the queue's keep-failed.
	 */
	private int keepFailed = -1;

	public HeartbeatMode getHeartbeatMode() {
		return this.heartbeatMode;
	}

	public void setHeartbeatMode(HeartbeatMode heartbeatMode) {
		this.heartbeatMode = heartbeatMode;
	}

	public OnDuplicate getOnDuplicate() {
		return this.onDuplicate;
	}

	public void setOnDuplicate(OnDuplicate onDuplicate) {
		this.onDuplicate = onDuplicate;
	}

	public TimeSource getClock() {
		return this.clock;
	}

	public void setClock(TimeSource clock) {
		this.clock = clock;
	}

	public Duration getPollInterval() {
		return this.pollInterval;
	}

	public void setPollInterval(Duration pollInterval) {
		this.pollInterval = pollInterval;
	}

	public @Nullable Duration getChildCounterTtl() {
		return this.childCounterTtl;
	}

	public void setChildCounterTtl(@Nullable Duration childCounterTtl) {
		this.childCounterTtl = childCounterTtl;
	}

	public int getKeepCompleted() {
		return this.keepCompleted;
	}

	public void setKeepCompleted(int keepCompleted) {
		this.keepCompleted = keepCompleted;
	}

	public int getKeepFailed() {
		return this.keepFailed;
	}

	public void setKeepFailed(int keepFailed) {
		this.keepFailed = keepFailed;
	}

	@Override
	public void inherit(QueueProperties common) {
		this.keepCompleted = Objects.requireNonNullElse(common.getKeepCompleted(), this.keepCompleted);
		this.keepFailed = Objects.requireNonNullElse(common.getKeepFailed(), this.keepFailed);
	}

	@Override
	public Set<String> unused() {
		return Set.of("prefix", "worker-name", "backoff-type", "backoff-cap", "keep-completed-for", "keep-failed-for");
	}

	@Override
	public Set<String> forAllQueues() {
		return Set.of("child-counter-ttl");
	}

	@Override
	public void check(PropertyCheck check) {
		check.atLeast("poll-interval", this.pollInterval, Duration.ofMillis(1))
			.atLeast("child-counter-ttl", this.childCounterTtl, Duration.ofMillis(1));
	}

	@Override
	public OmniqSettings settings(QueueProperties common) {
		OmniqSettings defaults = OmniqSettings.defaults();
		OmniqSettings settings = defaults
			.withJobDefaults(Objects.requireNonNullElse(common.getLease(), defaults.timeout()),
					Objects.requireNonNullElse(common.getMaxAttempts(), defaults.maxAttempts()),
					Objects.requireNonNullElse(common.getBackoff(), defaults.backoff()))
			.withHeartbeatMode(this.heartbeatMode)
			.withOnDuplicate(this.onDuplicate)
			.withKept(this.keepCompleted, this.keepFailed)
			.withTimeSource(this.clock)
			.withPollInterval(this.pollInterval);
		if (common.getMaxPayload() != null) {
			settings = settings.withMaxPayload((int) common.getMaxPayload().toBytes());
		}
		return (this.childCounterTtl != null) ? settings.withChildCounterTtl(this.childCounterTtl) : settings;
	}

}
