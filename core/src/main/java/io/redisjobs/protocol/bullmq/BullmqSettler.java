package io.redisjobs.protocol.bullmq;

import java.util.List;

import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.UnansweredCalls;
import org.jspecify.annotations.Nullable;

/** Ends runs, once each, whether or not their calls are answered in time. */
final class BullmqSettler {

	private final String queue;

	private final BullmqTaker taker;

	private final BullmqCompletions completions;

	private final BullmqFailures failures;

	private final BullmqSchedules schedules;

	private final UnansweredCalls<Settlement> unanswered;

	BullmqSettler(String queue, BullmqTaker taker, BullmqCompletions completions, BullmqFailures failures,
			BullmqSchedules schedules, UnansweredCalls<Settlement> unanswered) {
		this.queue = queue;
		this.taker = taker;
		this.completions = completions;
		this.failures = failures;
		this.schedules = schedules;
		this.unanswered = unanswered;
	}

	/** Completes jobs and takes others in the same call. */
	Exchange exchange(List<Completion> completions, int max, int slots) {
		BullmqTaker.Turn turn = this.taker.takeWith(max, slots,
				(wanted, startable) -> this.completions.complete(completions, wanted, startable));
		return new Exchange(turn.settlements(), this.taker.reservation(turn.taken()));
	}

	Settlement fail(Failure failure) {
		BullmqReservedJob job = (BullmqReservedJob) failure.job();
		this.unanswered.ask();
		Settlement known = this.unanswered.answer(job.called());
		Settlement settlement = (known != null && isOver(known)) ? known : end(job, failure);
		if (failure.action() instanceof FailureAction.Release release && !release.rest().isZero()) {
			this.taker.rest().begin(release.rest());
		}
		return settlement;
	}

	// a completion that was turned away has left the job to its run
	private static boolean isOver(Settlement known) {
		return known.outcome() != Settlement.Outcome.BLOCKED && known.outcome() != Settlement.Outcome.REFUSED;
	}

	private Settlement end(BullmqReservedJob job, Failure failure) {
		this.schedules.beforeEnd(job);
		if (failure.action() instanceof FailureAction.HandBack action) {
			this.taker.rest().letOthersBeFirst(action);
			Settlement back = handBack(job, failure, action);
			return (back != null) ? back : endNow(job, action.inVain(failure));
		}
		return endNow(job, failure);
	}

	private @Nullable Settlement handBack(BullmqReservedJob job, Failure failure, FailureAction.HandBack action) {
		Reply reply = this.unanswered.send(this.failures.handingBack(failure, action), (late) -> {
			Settlement settlement = this.failures.handedBack(job, action, late);
			if (settlement != null) {
				this.unanswered.note(job.called(), settlement);
			}
		});
		return this.failures.handedBack(job, action, reply);
	}

	private Settlement endNow(BullmqReservedJob job, Failure failure) {
		BullmqFailures.Ending ending = this.failures.ending(failure);
		Reply reply = this.unanswered.send(ending.call(),
				(late) -> this.unanswered.note(job.called(), settlement(job, ending, late)));
		return settlement(job, ending, reply);
	}

	private Settlement settlement(BullmqReservedJob job, BullmqFailures.Ending ending, Reply reply) {
		return BullmqOutcome.ended(this.queue, job, reply.text(0), ending.expected());
	}

}
