package io.redisjobs.autoconfigure;

import io.redisjobs.protocol.conveyor.ConveyorSettings;
import org.jspecify.annotations.Nullable;

/** Settings of a queue that speaks Conveyor. */
public abstract class ConveyorQueueProperties extends StreamsQueueProperties {

	/**
	 * Conveyor: how keys are named: as in the contract (spec) or as the Go project's
	 * workers expect it (go).
	 */
	private ConveyorSettings.@Nullable Preset preset;

	/**
	 * Conveyor: type of jobs that name none; the queue's name by default.
	 */
	private @Nullable String jobType;

	/**
	 * Conveyor: how the time between attempts grows: fixed or exponential.
	 */
	private @Nullable String backoffType;

	/**
	 * Conveyor: what becomes of the parent of a child that failed for good: it waits for
	 * an operator (block), or goes on without it (release).
	 */
	private ConveyorSettings.@Nullable ChildFailure childFailure;

	/**
	 * Conveyor: whether the loss of its worker counts as an attempt of a job.
	 */
	private @Nullable Boolean countCrashAsRetry;

	/**
	 * Conveyor: whether events are published; by default with the preset go only.
	 */
	private @Nullable Boolean events;

	/**
	 * Conveyor: whether children and heirs of a job that has ended or is not known are
	 * refused.
	 */
	private @Nullable Boolean verifyParent;

	public ConveyorSettings.@Nullable Preset getPreset() {
		return this.preset;
	}

	public void setPreset(ConveyorSettings.@Nullable Preset preset) {
		this.preset = preset;
	}

	public @Nullable String getJobType() {
		return this.jobType;
	}

	public void setJobType(@Nullable String jobType) {
		this.jobType = jobType;
	}

	public @Nullable String getBackoffType() {
		return this.backoffType;
	}

	public void setBackoffType(@Nullable String backoffType) {
		this.backoffType = backoffType;
	}

	public ConveyorSettings.@Nullable ChildFailure getChildFailure() {
		return this.childFailure;
	}

	public void setChildFailure(ConveyorSettings.@Nullable ChildFailure childFailure) {
		this.childFailure = childFailure;
	}

	public @Nullable Boolean getCountCrashAsRetry() {
		return this.countCrashAsRetry;
	}

	public void setCountCrashAsRetry(@Nullable Boolean countCrashAsRetry) {
		this.countCrashAsRetry = countCrashAsRetry;
	}

	public @Nullable Boolean getEvents() {
		return this.events;
	}

	public void setEvents(@Nullable Boolean events) {
		this.events = events;
	}

	public @Nullable Boolean getVerifyParent() {
		return this.verifyParent;
	}

	public void setVerifyParent(@Nullable Boolean verifyParent) {
		this.verifyParent = verifyParent;
	}

}
