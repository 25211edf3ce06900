package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.ErrorText;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.Rest;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.protocol.conveyor.ConveyorRunEnds.Decision;
import io.redisjobs.redis.Batches;
import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.UnansweredCalls;
import org.jspecify.annotations.Nullable;

/** Ends runs: those that succeeded and those that failed. */
final class ConveyorSettler {

	private static final String LOST = "LOST";

	private static final int MAX_BATCH = 100;

	private final ConveyorScripts scripts;

	private final ConveyorCloser closer;

	private final ConveyorRunEnds ends;

	private final ConveyorRuns runs;

	private final UnansweredCalls<Settlement> unanswered;

	private final Rest rest;

	private final Clock clock;

	private final Batches<ConveyorReservedJob> batches;

	ConveyorSettler(ConveyorScripts scripts, ConveyorCloser closer, ConveyorRunEnds ends, ConveyorRuns runs,
			UnansweredCalls<Settlement> unanswered, Rest rest, Clock clock) {
		this.scripts = scripts;
		this.closer = closer;
		this.ends = ends;
		this.runs = runs;
		this.unanswered = unanswered;
		this.rest = rest;
		this.clock = clock;
		this.batches = Batches.of(MAX_BATCH, (job) -> scripts.eventSize(job.job()));
	}

	List<Settlement> complete(List<Completion> completions) {
		List<ConveyorReservedJob> jobs = completions.stream()
			.map((completion) -> (ConveyorReservedJob) completion.job())
			.toList();
		List<Settlement> settlements = this.runs.during(jobs, ConveyorReservedJob::run, this::completeOpen,
				ConveyorReservedJob::lost);
		jobs.forEach((job) -> this.runs.end(job.run()));
		return settlements;
	}

	private List<Settlement> completeOpen(List<ConveyorReservedJob> jobs) {
		this.unanswered.ask();
		return this.unanswered.settle(jobs, ConveyorReservedJob::called,
				(open) -> open.isEmpty() ? List.of() : succeed(this.batches.first(ofOneWorker(open))));
	}

	/** The first of some jobs, as far as one worker runs them. */
	private static List<ConveyorReservedJob> ofOneWorker(List<ConveyorReservedJob> jobs) {
		int end = 1;
		while (end < jobs.size() && jobs.get(end).token().equals(jobs.get(0).token())) {
			end++;
		}
		return jobs.subList(0, end);
	}

	private List<Settlement> succeed(List<ConveyorReservedJob> jobs) {
		OnceCall call = this.scripts.succeed(jobs.get(0).token(), jobs.stream().map(ConveyorReservedJob::job).toList(),
				this.clock.instant());
		return succeeded(jobs, this.unanswered.send(call, (late) -> {
			List<Settlement> settlements = succeeded(jobs, late);
			for (int i = 0; i < jobs.size(); i++) {
				this.unanswered.note(jobs.get(i).called(), settlements.get(i));
			}
		}));
	}

	private List<Settlement> succeeded(List<ConveyorReservedJob> jobs, Reply words) {
		List<Settlement> settlements = new ArrayList<>(jobs.size());
		for (int i = 0; i < jobs.size(); i++) {
			ConveyorJob job = jobs.get(i).job();
			String word = words.text(i);
			switch (word) {
				case "CLOSING" -> this.closer.closeOrLeave(job.uuid(), job.queue());
				case "PARENT" -> this.closer.closeOrLeave(job.parentUuid(), job.queue());
				default -> {
				}
			}
			settlements.add(word.equals(LOST) ? jobs.get(i).lost() : Settlement.completed());
		}
		return settlements;
	}

	Settlement fail(Failure failure) {
		if (failure.action() instanceof FailureAction.Release release && !release.rest().isZero()) {
			this.rest.begin(release.rest());
		}
		ConveyorReservedJob job = (ConveyorReservedJob) failure.job();
		Settlement settlement = this.runs.during(List.of(job.run()), () -> failOpen(job, failure));
		this.runs.end(job.run());
		return (settlement != null) ? settlement : job.lost();
	}

	private Settlement failOpen(ConveyorReservedJob job, Failure failure) {
		this.unanswered.ask();
		Settlement known = this.unanswered.answer(job.called());
		if (known != null) {
			return known;
		}
		if (failure.action() instanceof FailureAction.HandBack action) {
			Settlement back = handBack(job, failure, action);
			return (back != null) ? back : failNow(job, action.inVain(failure));
		}
		return failNow(job, failure);
	}

	private @Nullable Settlement handBack(ConveyorReservedJob job, Failure failure, FailureAction.HandBack action) {
		Instant now = this.clock.instant();
		ConveyorJob next = ConveyorMessages.notRun(job.job(), ErrorText.messageOrName(failure.error()));
		OnceCall call = this.scripts.handBack(job.token(), next, action, now);
		return handedBack(job, action, now, this.unanswered.send(call, (late) -> {
			Settlement settlement = handedBack(job, action, now, late);
			if (settlement != null) {
				this.unanswered.note(job.called(), settlement);
			}
		}));
	}

	private static @Nullable Settlement handedBack(ConveyorReservedJob job, FailureAction.HandBack action, Instant now,
			Reply reply) {
		return switch (reply.text(0)) {
			case "SPENT" -> null;
			case LOST -> job.lost();
			default -> Settlement.handedBack(now.plusMillis(reply.number(2)), reply.number(1), action.most());
		};
	}

	private Settlement failNow(ConveyorReservedJob job, Failure failure) {
		Instant now = this.clock.instant();
		Decision decision = this.ends.of(failure, now);
		OnceCall call = this.scripts.fail(job.token(), decision.end(), now);
		return failed(job, decision,
				this.unanswered.send(call, (late) -> this.unanswered.note(job.called(), failed(job, decision, late))));
	}

	private Settlement failed(ConveyorReservedJob job, Decision decision, Reply word) {
		if (word.text(0).equals("PARENT")) {
			this.closer.closeOrLeave(decision.end().leftParent(), job.job().queue());
		}
		return word.text(0).equals(LOST) ? job.lost() : decision.settlement();
	}

}
