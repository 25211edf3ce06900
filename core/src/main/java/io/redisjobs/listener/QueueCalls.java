package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;

import io.redisjobs.protocol.CallProblem;
import io.redisjobs.protocol.JobQueue;

/**
 * The calls a loop makes to take jobs and to write what became of them. They throw
 * nothing: whatever happens, the loop gets to know what is left to do.
 */
final class QueueCalls {

	private static final Duration PAUSE_AFTER_ERROR = Duration.ofSeconds(1);

	private final JobQueue queue;

	private final ResultWriter results;

	private final Outage outage;

	QueueCalls(JobQueue queue, ResultWriter results, Outage outage) {
		this.queue = queue;
		this.results = results;
		this.outage = outage;
	}

	/** Takes jobs, and waits for them. */
	CallResult reserve(Demand demand, Duration longest) {
		CallResult result = CallResult.failed(List.of(), PAUSE_AFTER_ERROR);
		try {
			result = CallResult.taken(this.queue.reserve(demand.jobs(), demand.slots(), longest));
		}
		catch (Throwable ex) {
			return failed(result, "take jobs", ex);
		}
		return succeeded(result);
	}

	/** Writes what has ended, and takes jobs in the same call. */
	CallResult exchange(List<JobRun> batch, Demand demand) {
		CallResult result = CallResult.failed(batch, PAUSE_AFTER_ERROR);
		try {
			result = CallResult.of(batch, this.results.write(batch, demand));
		}
		catch (Throwable ex) {
			return TransientErrors.isTransient(ex) ? repeat(result, batch, ex) : writeEach(result, batch, ex);
		}
		return succeeded(result);
	}

	private CallResult succeeded(CallResult result) {
		try {
			this.outage.callSucceeded();
		}
		catch (Throwable ex) {
			// what the call has brought matters more than reporting that it worked
		}
		return result;
	}

	private CallResult repeat(CallResult result, List<JobRun> batch, Throwable error) {
		this.results.repeating(batch);
		return failed(result, "complete " + batch.size() + " jobs", error);
	}

	private CallResult writeEach(CallResult result, List<JobRun> batch, Throwable error) {
		try {
			CallResult written = CallResult.failed(this.results.writeEach(batch), Duration.ZERO);
			return CallProblem.isMisfit(error) ? failed(written, "complete jobs", error) : written;
		}
		catch (Throwable ex) {
			return result;
		}
	}

	private CallResult failed(CallResult result, String attempted, Throwable error) {
		try {
			return CallResult.failed(result.unwritten(), this.outage.callFailed(attempted, error));
		}
		catch (Throwable ex) {
			return result;
		}
	}

}
