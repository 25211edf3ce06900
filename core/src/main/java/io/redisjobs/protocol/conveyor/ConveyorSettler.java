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
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.Printable;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.protocol.conveyor.ConveyorScripts.RunEnd;
import io.redisjobs.protocol.conveyor.ConveyorSettings.ChildFailure;
import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.UnansweredCalls;
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

	private final UnansweredCalls<Settlement, ConveyorReservedJob> unanswered;

	ConveyorSettlement(ConveyorScripts scripts, String queue, ConveyorCloser closer, ConveyorSettings settings,
			Clock clock, UnansweredCalls<Settlement, ConveyorReservedJob> unanswered) {
		this.unanswered = unanswered;
		this.scripts = scripts;
		this.queue = queue;
		this.closer = closer;
		this.settings = settings;
		this.clock = clock;
	}

	List<Settlement> complete(List<Completion> completions) {
		this.unanswered.ask();
		return this.unanswered.settle(completions, (completion) -> ((ConveyorReservedJob) completion.job()).called(),
				(open) -> open.isEmpty() ? List.of() : succeed(batch(open)));
	}

	/** Jobs of one worker, as many as one call may tell of: their events carry them. */
	private List<ConveyorReservedJob> batch(List<Completion> completions) {
		List<ConveyorReservedJob> jobs = new ArrayList<>();
		int bytes = 0;
		for (int i = 0; i < completions.size() && jobs.size() < BATCH && bytes < BATCH_BYTES; i++) {
			ConveyorReservedJob job = (ConveyorReservedJob) completions.get(i).job();
			if (i > 0 && !job.token().equals(jobs.get(0).token())) {
				break;
			}
			jobs.add(job);
			bytes += this.settings.publishesEvents() ? job.payload().length : 0;
		}
		return jobs;
	}

	private List<Settlement> succeed(List<ConveyorReservedJob> jobs) {
		OnceCall call = this.scripts.succeed(jobs.get(0).token(), jobs.stream().map(ConveyorReservedJob::job).toList(),
				this.clock.instant(), this.settings.publishesEvents());
		return succeeded(jobs, this.unanswered.send(call, (late) -> {
			List<Settlement> settlements = succeeded(jobs, late);
			for (int i = 0; i < jobs.size(); i++) {
				this.unanswered.note(jobs.get(i).called(), settlements.get(i));
			}
		}));
	}

	private List<Settlement> succeeded(List<ConveyorReservedJob> jobs, Reply replies) {
		List<Settlement> settlements = new ArrayList<>();
		for (int i = 0; i < jobs.size(); i++) {
			ConveyorJob job = jobs.get(i).job();
			switch (replies.text(i)) {
				case "CLOSING" -> close(job.uuid());
				case "PARENT" -> close(job.parentUuid());
				default -> {
				}
			}
			settlements.add(replies.text(i).equals(LOST) ? lost(job) : Settlement.completed());
		}
		return settlements;
	}

	/** Closes a job, or leaves it to the upkeep if Redis does not go along. */
	private void close(String uuid) {
		try {
			this.closer.close(uuid);
		}
		catch (RuntimeException ex) {
			logger.warn("Job " + Printable.of(uuid) + " has succeeded but is not closed yet; the upkeep tries again",
					ex);
		}
	}

	Settlement fail(Failure failure) {
		ConveyorReservedJob reserved = (ConveyorReservedJob) failure.job();
		this.unanswered.ask();
		Settlement known = this.unanswered.answer(reserved.called());
		return (known != null) ? known : fail(reserved, failure);
	}

	private Settlement fail(ConveyorReservedJob reserved, Failure failure) {
		Instant now = this.clock.instant();
		if (failure.action() instanceof FailureAction.Release) {
			ConveyorJob job = reserved.job();
			RunEnd end = new RunEnd(job.uuid(), "", job.bytes(), "front", this.scripts.keys().queue(job.queue()),
					NOTHING, NOTHING);
			return end(reserved, end, now, Settlement.released());
		}
		ConveyorJob job = ConveyorMessages.failed(reserved.job(), ErrorText.messageOrName(failure.error()));
		byte[] event = ConveyorScripts.event(job, ConveyorJob.Status.FAILED, this.settings.publishesEvents());
		if (failure.action() instanceof FailureAction.Fail || job.retry() >= reserved.maxAttempts()) {
			return end(reserved, dead(job, event), now, Settlement.failed());
		}
		Duration delay = (failure.action() instanceof FailureAction.RetryAfter after) ? after.delay() : backoff(job);
		Instant due = now.plus(delay);
		RunEnd end = delay.isZero()
				? new RunEnd(job.uuid(), "", job.bytes(), "back", this.scripts.keys().queue(job.queue()), NOTHING,
						event)
				: new RunEnd(job.uuid(), "", job.bytes(), "schedule", this.scripts.keys().scheduled(),
						ConveyorScripts.seconds(due), event);
		return end(reserved, end, now, Settlement.retrying(due));
	}

	private Settlement end(ConveyorReservedJob reserved, RunEnd end, Instant now, Settlement done) {
		OnceCall call = this.scripts.fail(reserved.token(), end, now);
		return ended(reserved, end, done, this.unanswered.send(call,
				(late) -> this.unanswered.note(reserved.called(), ended(reserved, end, done, late))));
	}

	private Settlement ended(ConveyorReservedJob reserved, RunEnd end, Settlement done, Reply reply) {
		if (reply.text(0).equals("PARENT")) {
			close(end.leftParent());
		}
		return reply.text(0).equals(LOST) ? lost(reserved.job()) : done;
	}

	/**
	 * Takes a job back from a worker that is gone or does not run it any more.
	 * @return whether it goes on, has failed for good, or was not there any more
	 */
	Recovery recover(String worker, String uuid, byte[] bytes) {
		ConveyorJob job = ConveyorMessages.read(bytes, this.scripts.keys()).orElse(null);
		Instant now = this.clock.instant();
		RunEnd end;
		if (job == null) {
			end = new RunEnd(uuid, "", bytes, (bytes.length == 0) ? "drop" : "failed", this.scripts.keys().parked(),
					NOTHING, NOTHING);
		}
		else {
			ConveyorJob next = this.settings.countCrashes()
					? ConveyorMessages.failed(job, "Its worker was lost, or gave it up, while it ran") : job;
			// another queue may have more attempts; its own worker refuses the job after
			// them
			boolean over = this.settings.countCrashes() && next.queue().equals(this.queue)
					&& next.retry() >= ConveyorWorker.maxAttempts(next, this.settings);
			end = over ? dead(next, NOTHING) : new RunEnd(uuid, "", next.bytes(), "back",
					this.scripts.keys().queue(next.queue()), NOTHING, NOTHING);
		}
		String reply = this.scripts.send(this.scripts.fail(worker, end, now)).text(0);
		if (reply.equals("PARENT")) {
			close(end.leftParent());
		}
		if (reply.equals(LOST) || end.way().equals("drop")) {
			return Recovery.GONE;
		}
		return end.way().equals("failed") ? Recovery.DEAD : Recovery.BACK;
	}

	private RunEnd dead(ConveyorJob job, byte[] event) {
		String leftParent = (this.settings.childFailure() == ChildFailure.RELEASE) ? job.parentUuid() : "";
		return new RunEnd(job.uuid(), leftParent, job.bytes(), "failed", this.scripts.keys().failed(), NOTHING, event);
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

	static Settlement lost(ConveyorJob job) {
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
