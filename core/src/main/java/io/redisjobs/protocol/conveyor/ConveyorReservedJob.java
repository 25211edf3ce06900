package io.redisjobs.protocol.conveyor;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;

/**
 * A Conveyor job that a worker runs.
 *
 * @param job the job
 * @param run this run of it
 * @param maxAttempts how many attempts it has
 * @param leaseEnd when the worker counts as lost unless it tells that it lives
 */
record ConveyorReservedJob(ConveyorJob job, ConveyorRun run, int maxAttempts, Instant leaseEnd) implements ReservedJob {

	/** What this run is called by. */
	String called() {
		return token() + ' ' + id();
	}

	/** What becomes of a run that does not own its job any more. */
	Settlement lost() {
		return Settlement.leaseLost("job " + id() + " is not this worker's any more");
	}

	ConveyorReservedJob extendedTo(Instant leaseEnd) {
		return new ConveyorReservedJob(this.job, this.run, this.maxAttempts, leaseEnd);
	}

	@Override
	public String token() {
		return this.run.worker();
	}

	@Override
	public String id() {
		return this.job.uuid();
	}

	@Override
	public String name() {
		return this.job.type();
	}

	@Override
	public byte[] payload() {
		return this.job.payload();
	}

	@Override
	public int attempt() {
		return this.job.retry() + 1;
	}

	/** Of scheduled jobs only: when others were published is not stored. */
	@Override
	public Optional<Instant> waitingSince() {
		return (attempt() == 1 && this.job.waitsFor().isEmpty()) ? this.job.runAt() : Optional.empty();
	}

	@Override
	public Optional<String> refusal() {
		return (attempt() > this.maxAttempts)
				? Optional.of("Its workers were lost, or it failed, in all of its " + this.maxAttempts + " attempts")
				: Optional.empty();
	}

	@Override
	public Map<String, String> attributes() {
		Map<String, String> attributes = new HashMap<>();
		attributes.put("type", this.job.type());
		if (!this.job.parentUuid().isEmpty()) {
			attributes.put("parent_uuid", this.job.parentUuid());
		}
		if (!this.job.predecessorUuid().isEmpty()) {
			attributes.put("predecessor_uuid", this.job.predecessorUuid());
		}
		return Map.copyOf(attributes);
	}

}
