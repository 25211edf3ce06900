package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Delays;
import io.redisjobs.protocol.ErrorText;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.Rest;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.UnansweredCalls;
import org.jspecify.annotations.Nullable;

/** Ends runs: results and failures are written before an entry is acknowledged. */
final class StreamsSettler {

	private final StreamsBinding binding;

	private final StreamsScripts scripts;

	private final StreamsExchanger exchanger;

	private final UnansweredCalls<Settlement> unanswered;

	private final Deliveries deliveries;

	private final Rest rest;

	StreamsSettler(StreamsBinding binding, StreamsScripts scripts, StreamsExchanger exchanger,
			UnansweredCalls<Settlement> unanswered, Deliveries deliveries, Rest rest) {
		this.binding = binding;
		this.scripts = scripts;
		this.exchanger = exchanger;
		this.unanswered = unanswered;
		this.deliveries = deliveries;
		this.rest = rest;
	}

	List<Settlement> complete(List<Completion> completions) {
		this.unanswered.ask();
		return this.exchanger.complete(completions);
	}

	Settlement fail(Failure failure) {
		if (failure.action() instanceof FailureAction.Release release && !release.rest().isZero()) {
			this.rest.begin(release.rest());
		}
		StreamsJob job = (StreamsJob) failure.job();
		this.unanswered.ask();
		Settlement known = this.unanswered.answer(job.token());
		return (known != null) ? known : end(job, failure);
	}

	private Settlement end(StreamsJob job, Failure failure) {
		if (failure.action() instanceof FailureAction.HandBack action) {
			this.rest.letOthersBeFirst(action);
			Settlement back = handBack(job, action);
			return (back != null) ? back : end(job, action.inVain(failure));
		}
		if (failure.action() instanceof FailureAction.Release release) {
			return end(job, release(job, release), Settlement.released());
		}
		if (failure.action() instanceof FailureAction.Fail || job.attempt() >= job.maxAttempts()) {
			byte[] entry = EnvelopeWriter.failure(job, ErrorText.messageOrName(failure.error()),
					this.binding.keys().streamName(), this.binding.clock().millis());
			return end(job, this.scripts.fail(job, entry), Settlement.failed());
		}
		Duration delay = (failure.action() instanceof FailureAction.RetryAfter after) ? after.delay()
				: Delays.bounded(this.binding.settings().retryAfter());
		Instant due = this.binding.clock().instant().plus(delay);
		return end(job, this.scripts.release(List.of(job), delay, true, true), Settlement.retrying(due));
	}

	private OnceCall release(StreamsJob job, FailureAction.Release release) {
		if (release.interrupted() && this.binding.settings().oncePerJobId()) {
			// the marker goes on saying that it runs, so the next delivery reports it
			return this.scripts.release(List.of(job), release.rest(), true, false);
		}
		return this.scripts.release(List.of(job), release.rest(), false, true);
	}

	private Settlement end(StreamsJob job, OnceCall call, Settlement done) {
		Reply reply = this.unanswered.send(call, (late) -> this.unanswered.note(job.token(), ended(late, done)));
		Settlement settlement = ended(reply, done);
		// what was released may be its consumer's first delivery once more
		if (settlement == done && done.outcome() != Settlement.Outcome.RELEASED) {
			this.deliveries.ended(job);
		}
		return settlement;
	}

	private @Nullable Settlement handBack(StreamsJob job, FailureAction.HandBack action) {
		Instant now = this.binding.clock().instant();
		return handedBack(action, now, this.unanswered.send(this.scripts.handBack(job, action), (late) -> {
			Settlement settlement = handedBack(action, now, late);
			if (settlement != null) {
				this.unanswered.note(job.token(), settlement);
			}
		}));
	}

	private static @Nullable Settlement handedBack(FailureAction.HandBack action, Instant now, Reply reply) {
		return switch (reply.text(0)) {
			case "spent" -> null;
			case "back" -> Settlement.handedBack(now.plusMillis(reply.number(2)), reply.number(1), action.most());
			default -> LostRun.because(reply.text(0));
		};
	}

	private static Settlement ended(Reply reply, Settlement done) {
		String word = reply.text(0);
		return ("released".equals(word) || "failed".equals(word)) ? done : LostRun.because(word);
	}

}
