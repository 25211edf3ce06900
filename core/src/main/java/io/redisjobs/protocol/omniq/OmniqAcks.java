package io.redisjobs.protocol.omniq;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

import io.redisjobs.protocol.FailureAction;
import io.redisjobs.redis.Batches;
import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.UnansweredCalls;
import org.jspecify.annotations.Nullable;

/**
 * Ends the runs of one queue, for its client and for the containers. What is asked for
 * again because the reply was lost is answered as it was done, not as a lost lease.
 */
final class OmniqAcks {

	/** What one call acknowledges without holding Redis for long. */
	private static final Batches<OmniqLease> BATCHES = Batches.of(500);

	private final OmniqKeys keys;

	private final OmniqScripts scripts;

	private final UnansweredCalls<OmniqEnd> unanswered;

	OmniqAcks(OmniqKeys keys, OmniqScripts scripts) {
		this.keys = keys;
		this.scripts = scripts;
		this.unanswered = scripts.unanswered();
	}

	/** Learns what became of calls whose reply was lost; throws if it cannot. */
	void resolve() {
		this.unanswered.ask();
	}

	/** Acknowledges successes. */
	List<OmniqEnd> success(long now, int keep, List<OmniqLease> leases) {
		resolve();
		return this.unanswered.settle(leases, OmniqAcks::run,
				(open) -> open.isEmpty() ? List.of() : send(now, keep, BATCHES.first(open)));
	}

	/**
	 * Acknowledges successes and takes jobs in the last call, which is mostly the only
	 * one.
	 * @param late gets what was taken if the reply is lost now
	 */
	Exchanged exchange(OmniqRequest request, List<OmniqLease> leases, Consumer<OmniqTaken> late) {
		OmniqTaken[] taken = { OmniqTaken.nothing() };
		List<OmniqEnd> ends = this.unanswered.settle(leases, OmniqAcks::run, (open) -> {
			List<OmniqLease> part = BATCHES.first(open);
			if (part.size() < open.size()) {
				return send(request.now(), request.completedKeep(), part);
			}
			Exchanged exchanged = send(request, part, late);
			taken[0] = exchanged.taken();
			return exchanged.ends();
		});
		return new Exchanged(ends, taken[0]);
	}

	private Exchanged send(OmniqRequest request, List<OmniqLease> leases, Consumer<OmniqTaken> late) {
		List<OmniqLease> sent = List.copyOf(leases);
		Reply reply = this.unanswered.send(this.scripts.exchange(this.keys, request, sent), (answer) -> {
			Exchanged exchanged = read(request, sent.size(), answer);
			note(sent, exchanged.ends());
			late.accept(exchanged.taken());
		});
		return read(request, sent.size(), reply);
	}

	private static Exchanged read(OmniqRequest request, int count, Reply reply) {
		return new Exchanged(OmniqEnd.ofSuccesses(count, reply.nested(0)), OmniqTaken.of(reply, 1, request.start()));
	}

	/** Ends an attempt that failed. */
	OmniqEnd fail(Instant start, long now, OmniqLease lease, OmniqFailure failure) {
		resolve();
		OmniqEnd known = this.unanswered.answer(run(lease));
		return (known != null) ? known : send(lease, this.scripts.ackFail(this.keys, now, lease, failure),
				(reply) -> OmniqEnd.ofFailure(reply, start));
	}

	/** Releases a job. */
	OmniqEnd release(long now, OmniqLease lease) {
		resolve();
		OmniqEnd known = this.unanswered.answer(run(lease));
		return (known != null) ? known : send(lease, this.scripts.release(this.keys, now, lease), OmniqEnd::ofRelease);
	}

	/** Hands a job back for another worker; answers with nothing if it is to fail. */
	@Nullable OmniqEnd handBack(Instant start, long now, OmniqLease lease, String error, FailureAction.HandBack action) {
		resolve();
		OmniqEnd known = this.unanswered.answer(run(lease));
		if (known != null) {
			return known;
		}
		OnceCall call = this.scripts.handBack(this.keys, now, lease, error, action);
		return OmniqEnd.ofHandBack(this.unanswered.send(call, (late) -> {
			OmniqEnd end = OmniqEnd.ofHandBack(late, start, action.most());
			if (end != null) {
				this.unanswered.note(run(lease), end);
			}
		}), start, action.most());
	}

	private OmniqEnd send(OmniqLease lease, OnceCall call, Function<Reply, OmniqEnd> reader) {
		return reader.apply(this.unanswered.send(call, (late) -> this.unanswered.note(run(lease), reader.apply(late))));
	}

	private List<OmniqEnd> send(long now, int keep, List<OmniqLease> leases) {
		List<OmniqLease> sent = List.copyOf(leases);
		OnceCall call = this.scripts.ackSuccess(this.keys, now, keep, sent);
		return OmniqEnd.ofSuccesses(sent.size(),
				this.unanswered.send(call, (late) -> note(sent, OmniqEnd.ofSuccesses(sent.size(), late))));
	}

	private void note(List<OmniqLease> leases, List<OmniqEnd> ends) {
		for (int i = 0; i < leases.size(); i++) {
			this.unanswered.note(run(leases.get(i)), ends.get(i));
		}
	}

	private static String run(OmniqLease lease) {
		return lease.token() + ':' + lease.jobId();
	}

	/**
	 * The answer to acknowledging and taking.
	 *
	 * @param ends what became of the successes
	 * @param taken what was taken
	 */
	record Exchanged(List<OmniqEnd> ends, OmniqTaken taken) {

	}

}
