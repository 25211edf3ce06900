package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;

import io.redisjobs.protocol.JobQueue;

/**
 * The calls a crew makes to take and settle jobs. They throw nothing: whatever happens,
 * the crew gets to know what is left to do.
 */
final class CrewCalls {

	private static final Duration PAUSE = Duration.ofSeconds(1);

	private final JobQueue queue;

	private final Settlements settlements;

	private final Outage outage;

	CrewCalls(JobQueue queue, Settlements settlements, Outage outage) {
		this.queue = queue;
		this.settlements = settlements;
		this.outage = outage;
	}

	/** Takes jobs, and waits for them. */
	CallResult reserve(Room room, Duration longest) {
		CallResult result = CallResult.failed(List.of(), PAUSE);
		try {
			result = CallResult.taken(this.queue.reserve(room.jobs(), room.slots(), longest));
		}
		catch (RuntimeException | Error ex) {
			return failed(result, "take jobs", ex);
		}
		return answered(result);
	}

	/** Writes what has ended, and takes jobs in the same call. */
	CallResult exchange(List<JobRun> batch, Room room) {
		CallResult result = CallResult.failed(batch, PAUSE);
		try {
			result = CallResult.of(batch, this.settlements.write(batch, room));
		}
		catch (RuntimeException | Error ex) {
			return Trouble.passes(ex) ? repeat(result, batch, ex) : writeEach(result, batch);
		}
		return answered(result);
	}

	private CallResult answered(CallResult result) {
		try {
			this.outage.over();
		}
		catch (RuntimeException | Error ex) {
			// what the call has brought matters more than telling that it worked
		}
		return result;
	}

	private CallResult repeat(CallResult result, List<JobRun> batch, Throwable error) {
		this.settlements.repeated(batch);
		return failed(result, "settle " + batch.size() + " jobs", error);
	}

	private CallResult writeEach(CallResult result, List<JobRun> batch) {
		try {
			return CallResult.failed(this.settlements.writeEach(batch), Duration.ZERO);
		}
		catch (RuntimeException | Error ex) {
			return result;
		}
	}

	private CallResult failed(CallResult result, String attempted, Throwable error) {
		try {
			return CallResult.failed(result.again(), this.outage.seen(attempted, error));
		}
		catch (RuntimeException | Error ex) {
			return result;
		}
	}

}
