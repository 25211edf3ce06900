package io.redisjobs.autoconfigure;

import java.util.Objects;
import java.util.Set;

import io.redisjobs.protocol.conveyor.ConveyorSettings;
import io.redisjobs.protocol.conveyor.ConveyorSettings.ChildFailure;
import io.redisjobs.protocol.conveyor.ConveyorSettings.Preset;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/** What only queues that speak Conveyor have. */
@ConfigurationProperties("redis-jobs.defaults.conveyor")
public class ConveyorProperties implements ContractProperties {

	/**
	 * How keys are named: as in the contract (spec) or as the Go project's workers expect
	 * it (go).
	 */
	private Preset preset = Preset.SPEC;

	/**
	 * Type of jobs that name none; the queue's name unless set.
	 */
	private @Nullable String jobType;

	/**
	 * What becomes of the parent of a child that failed for good: it waits for an
	 * operator (block), or goes on without it (release).
	 */
	private ChildFailure childFailure = ChildFailure.BLOCK;

	/**
	 * Whether the loss of its worker counts as an attempt of a job.
	 */
	private boolean countCrashAsRetry = true;

	/**
	 * Whether events are published; unless set, with the preset go only.
	 */
	private @Nullable Boolean events;

	/**
	 * Whether children and follow-ups of a job that has ended or is not known are
	 * refused.
	 */
	private boolean verifyParent = true;

	public Preset getPreset() {
		return this.preset;
	}

	public void setPreset(Preset preset) {
		this.preset = preset;
	}

	public @Nullable String getJobType() {
		return this.jobType;
	}

	public void setJobType(@Nullable String jobType) {
		this.jobType = jobType;
	}

	public ChildFailure getChildFailure() {
		return this.childFailure;
	}

	public void setChildFailure(ChildFailure childFailure) {
		this.childFailure = childFailure;
	}

	public boolean isCountCrashAsRetry() {
		return this.countCrashAsRetry;
	}

	public void setCountCrashAsRetry(boolean countCrashAsRetry) {
		this.countCrashAsRetry = countCrashAsRetry;
	}

	public @Nullable Boolean getEvents() {
		return this.events;
	}

	public void setEvents(@Nullable Boolean events) {
		this.events = events;
	}

	public boolean isVerifyParent() {
		return this.verifyParent;
	}

	public void setVerifyParent(boolean verifyParent) {
		this.verifyParent = verifyParent;
	}

	@Override
	public Set<String> unused() {
		return Set.of("max-payload", "keep-completed", "keep-completed-for", "keep-failed", "keep-failed-for");
	}

	@Override
	public ConveyorSettings settings(QueueProperties common) {
		ConveyorSettings defaults = ConveyorSettings.defaults();
		return defaults.withPreset(this.preset)
			.withPrefix(common.getPrefix())
			.withType(this.jobType)
			.withMaxRetries(Objects.requireNonNullElse(common.getMaxAttempts(), defaults.maxRetries()))
			.withBackoff(
					CommonDefaults.backoff(common.getBackoffType(),
							Objects.requireNonNullElse(common.getBackoff(), defaults.backoff().delay())),
					Objects.requireNonNullElse(common.getBackoffCap(), defaults.maxBackoff()))
			.withChildFailure(this.childFailure)
			.withCountCrashes(this.countCrashAsRetry)
			.withEvents(this.events)
			.withVerifyParent(this.verifyParent);
	}

}
