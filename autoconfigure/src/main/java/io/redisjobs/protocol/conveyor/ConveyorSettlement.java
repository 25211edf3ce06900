package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Delays;
import io.redisjobs.protocol.ErrorText;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureWish;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.protocol.conveyor.ConveyorScripts.RunEnd;
import io.redisjobs.protocol.conveyor.ConveyorSettings.ChildFailure;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Ends runs: the ones that succeeded, the ones that failed, the ones that were lost. */
final class ConveyorSettlement {

	private static final Log logger = LogFactory.getLog(ConveyorSettlement.class);

	private static final String LOST = "LOST";

	private static final int BATCH = 100;

	private static final int BATCH_BYTES = 1 << 20;

	private static final byte[] NOTHING = new byte[0];

	private final ConveyorScripts scripts;

	private final String queue;

	private final ConveyorCloser closer;

	private final ConveyorSettings settings;

	private final Clock clock;

	ConveyorSettlement(ConveyorScripts scripts, String queue, ConveyorCloser closer, ConveyorSettings settings,
			Clock clock) {
		this.scripts = scripts;
		this.queue = queue;
		this.closer = closer;
		this.settings = settings;
		this.clock = clock;
	}

	List<Settlement> complete(List<Completion> completions) {
		List<Settlement> settlements = new ArrayList<>(completions.size());
		for (int from = 0; from < completions.size();) {
			String worker = completions.get(from).job().token();
			List<ConveyorJob> jobs = batch(completions, from);
			settlements.addAll(succeed(worker, jobs));
			from += jobs.size();
		}
		return settlements;
	}

	/** Jobs of one worker, as many as one call may tell of: their events carry them. */
	private List<ConveyorJob> batch(List<Completion> completions, int from) {
		List<ConveyorJob> jobs = new ArrayList<>();
		String worker = completions.get(from).job().token();
		int bytes = 0;
		for (int i = from; i < completions.size() && jobs.size() < BATCH && bytes < BATCH_BYTES; i++) {
			ConveyorReservedJob reserved = (ConveyorReservedJob) completions.get(i).job();
			if (!reserved.token().equals(worker)) {
				break;
			}
			jobs.add(reserved.job());
			bytes += this.settings.publishesEvents() ? reserved.payload().length : 0;
		}
		return jobs;
	}

	private List<Settlement> succeed(String worker, List<ConveyorJob> jobs) {
		List<String> replies = this.scripts.succeed(worker, jobs, this.clock.instant(),
				this.settings.publishesEvents());
		List<Settlement> settlements = new ArrayList<>();
		for (int i = 0; i < jobs.size(); i++) {
			switch (replies.get(i)) {
				case "CLOSING" -> close(jobs.get(i).uuid());
				case "PARENT" -> close(jobs.get(i).parentUuid());
				default -> {
				}
			}
			settlements.add(replies.get(i).equals(LOST) ? lost(jobs.get(i)) : Settlement.completed());
		}
		return settlements;
	}

	/** Closes a job, or leaves it to the upkeep if Redis does not go along. */
	private void close(String uuid) {
		try {
			this.closer.close(uuid);
		}
		catch (RuntimeException ex) {
			logger.warn("Job " + uuid + " has succeeded but is not closed yet; the upkeep tries again", ex);
		}
	}

	Settlement fail(Failure failure) {
		ConveyorReservedJob reserved = (ConveyorReservedJob) failure.job();
		Instant now = this.clock.instant();
		if (failure.wish() instanceof FailureWish.Release) {
			ConveyorJob job = reserved.job();
			RunEnd end = new RunEnd(job.uuid(), "", job.bytes(), "front", this.scripts.keys().queue(job.queue()),
					NOTHING, NOTHING);
			return end(reserved, end, now) ? Settlement.released() : lost(job);
		}
		ConveyorJob job = ConveyorMessages.failed(reserved.job(), ErrorText.messageOrName(failure.error()));
		byte[] event = ConveyorScripts.event(job, ConveyorJob.Status.FAILED, this.settings.publishesEvents());
		if (failure.wish() instanceof FailureWish.Bury || job.retry() >= reserved.maxAttempts()) {
			return end(reserved, dead(job, event), now) ? Settlement.dead() : lost(job);
		}
		Duration delay = (failure.wish() instanceof FailureWish.RetryAfter after) ? after.delay() : backoff(job);
		Instant due = now.plus(delay);
		RunEnd end = delay.isZero()
				? new RunEnd(job.uuid(), "", job.bytes(), "back", this.scripts.keys().queue(job.queue()), NOTHING,
						event)
				: new RunEnd(job.uuid(), "", job.bytes(), "schedule", this.scripts.keys().scheduled(),
						ConveyorScripts.seconds(due), event);
		return end(reserved, end, now) ? Settlement.retrying(due) : lost(job);
	}

	private boolean end(ConveyorReservedJob reserved, RunEnd end, Instant now) {
		String reply = this.scripts.fail(reserved.token(), end, now);
		if (reply.equals("PARENT")) {
			close(end.leftParent());
		}
		return !reply.equals(LOST);
	}

	/**
	 * Takes a job back from a worker that is gone.
	 * @return whether it goes on, has failed for good, or was not there any more
	 */
	Recovery recover(String worker, String uuid, byte[] bytes) {
		ConveyorJob job = ConveyorMessages.read(bytes, this.scripts.keys()).orElse(null);
		Instant now = this.clock.instant();
		RunEnd end;
		if (job == null) {
			end = new RunEnd(uuid, "", bytes, (bytes.length == 0) ? "drop" : "dead", this.scripts.keys().parked(),
					NOTHING, NOTHING);
		}
		else {
			ConveyorJob next = this.settings.countCrashes()
					? ConveyorMessages.failed(job, "Its worker was lost while it ran") : job;
			// another queue may have more attempts; its own worker refuses the job after
			// them
			boolean over = this.settings.countCrashes() && next.queue().equals(this.queue)
					&& next.retry() >= ConveyorWorker.maxAttempts(next, this.settings);
			end = over ? dead(next, NOTHING) : new RunEnd(uuid, "", next.bytes(), "back",
					this.scripts.keys().queue(next.queue()), NOTHING, NOTHING);
		}
		String reply = this.scripts.fail(worker, end, now);
		if (reply.equals("PARENT")) {
			close(end.leftParent());
		}
		if (reply.equals(LOST) || end.way().equals("drop")) {
			return Recovery.GONE;
		}
		return end.way().equals("dead") ? Recovery.DEAD : Recovery.BACK;
	}

	private RunEnd dead(ConveyorJob job, byte[] event) {
		String leftParent = (this.settings.childFailure() == ChildFailure.RELEASE) ? job.parentUuid() : "";
		return new RunEnd(job.uuid(), leftParent, job.bytes(), "dead", this.scripts.keys().failed(), NOTHING, event);
	}

	private Duration backoff(ConveyorJob failed) {
		Duration delay = Delays.bounded(this.settings.backoff().delay());
		if (this.settings.backoff().type().equals("exponential")) {
			// thirty doublings of a millisecond are twelve days already
			delay = Delays.bounded(delay.multipliedBy(1L << Math.min(failed.retry() - 1, 30)));
			Duration cap = this.settings.maxBackoff();
			delay = (!cap.isZero() && delay.compareTo(cap) > 0) ? cap : delay;
		}
		double share = this.settings.backoff().jitter() * ThreadLocalRandom.current().nextDouble();
		return delay.minusMillis((long) (delay.toMillis() * share));
	}

	private static Settlement lost(ConveyorJob job) {
		return Settlement.leaseLost("job " + job.uuid() + " is not this worker's any more");
	}

	/** What became of a job whose worker is gone. */
	enum Recovery {

		/** It is back in its queue. */
		BACK,
		/** It has failed for good. */
		DEAD,
		/** Somebody else has ended its run. */
		GONE

	}

}
