package io.redisjobs.protocol.conveyor;

import java.time.Duration;
import java.util.function.Consumer;

import io.redisjobs.Backoff;
import org.jspecify.annotations.Nullable;

/**
 * How a Conveyor queue is spoken to and worked.
 *
 * @param preset how keys are named
 * @param prefix what every key begins with, as written; {@code null} for the preset's own
 * @param type the type of jobs that name none; {@code null} for the queue's name
 * @param maxRetries how many attempts a job has that does not say so itself
 * @param backoff how long a failed job waits
 * @param maxBackoff the longest a failed job waits; zero for no limit
 * @param childFailure what becomes of the parent of a child that failed for good
 * @param countCrashes whether the loss of its worker counts as a job's attempt
 * @param events whether to publish events; {@code null} for the preset's own
 * @param verifyParent whether adding a child or follow-up to a job that has ended or is
 * not known is refused
 */
public record ConveyorSettings(Preset preset, @Nullable String prefix, @Nullable String type, int maxRetries,
		Backoff backoff, Duration maxBackoff, ChildFailure childFailure, boolean countCrashes, @Nullable Boolean events,
		boolean verifyParent) {

	/** The contract's key names, three attempts two seconds apart. */
	public static ConveyorSettings defaults() {
		return new ConveyorSettings(Preset.SPEC, null, null, 3, Backoff.fixed(Duration.ofSeconds(2)),
				Duration.ofHours(1), ChildFailure.BLOCK, true, null, true);
	}

	public ConveyorSettings withPreset(Preset preset) {
		return with((changed) -> changed.preset = preset);
	}

	public ConveyorSettings withPrefix(@Nullable String prefix) {
		return with((changed) -> changed.prefix = prefix);
	}

	public ConveyorSettings withType(@Nullable String type) {
		return with((changed) -> changed.type = type);
	}

	public ConveyorSettings withMaxRetries(int maxRetries) {
		return with((changed) -> changed.maxRetries = maxRetries);
	}

	public ConveyorSettings withBackoff(Backoff backoff, Duration maxBackoff) {
		return with((changed) -> {
			changed.backoff = backoff;
			changed.maxBackoff = maxBackoff;
		});
	}

	public ConveyorSettings withChildFailure(ChildFailure childFailure) {
		return with((changed) -> changed.childFailure = childFailure);
	}

	public ConveyorSettings withCountCrashes(boolean countCrashes) {
		return with((changed) -> changed.countCrashes = countCrashes);
	}

	public ConveyorSettings withEvents(@Nullable Boolean events) {
		return with((changed) -> changed.events = events);
	}

	public ConveyorSettings withVerifyParent(boolean verifyParent) {
		return with((changed) -> changed.verifyParent = verifyParent);
	}

	private ConveyorSettings with(Consumer<Draft> change) {
		Draft draft = new Draft(this);
		change.accept(draft);
		return draft.settings();
	}

	boolean publishesEvents() {
		return (this.events != null) ? this.events : this.preset == Preset.GO;
	}

	/** Whether a child that failed for good holds its parent back. */
	boolean failureHolds() {
		return this.childFailure == ChildFailure.BLOCK;
	}

	/** How many attempts a job has. */
	int attemptsOf(ConveyorJob job) {
		return (job.maxRetries() > 0) ? job.maxRetries() : this.maxRetries;
	}

	/** How keys are named. */
	public enum Preset {

		/** As the contract document names them, without a prefix. */
		SPEC,
		/** As the Go project's workers expect them, in the namespace {@code conv}. */
		GO

	}

	/** What becomes of the parent of a child that failed for good. */
	public enum ChildFailure {

		/** It waits until the child is retried or discarded. */
		BLOCK,
		/** It goes on without the child. */
		RELEASE

	}

	/** Settings that are being changed. */
	private static final class Draft {

		private Preset preset;

		private @Nullable String prefix;

		private @Nullable String type;

		private int maxRetries;

		private Backoff backoff;

		private Duration maxBackoff;

		private ChildFailure childFailure;

		private boolean countCrashes;

		private @Nullable Boolean events;

		private boolean verifyParent;

		Draft(ConveyorSettings from) {
			this.preset = from.preset;
			this.prefix = from.prefix;
			this.type = from.type;
			this.maxRetries = from.maxRetries;
			this.backoff = from.backoff;
			this.maxBackoff = from.maxBackoff;
			this.childFailure = from.childFailure;
			this.countCrashes = from.countCrashes;
			this.events = from.events;
			this.verifyParent = from.verifyParent;
		}

		ConveyorSettings settings() {
			return new ConveyorSettings(this.preset, this.prefix, this.type, this.maxRetries, this.backoff,
					this.maxBackoff, this.childFailure, this.countCrashes, this.events, this.verifyParent);
		}

	}

}
