package io.redisjobs.protocol.omniq;

import java.util.List;

import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.UnansweredCalls;

/**
 * Acknowledges jobs of one queue. An acknowledgement whose reply was lost may be repeated
 * and is answered as it was done, not as a lost lease.
 */
final class OmniqAcks {

	private final OmniqKeys keys;

	private final OmniqScripts scripts;

	private final UnansweredCalls<OmniqOutcome, OmniqLease> successes;

	private final UnansweredCalls<Reply, OmniqLease> failures;

	OmniqAcks(OmniqKeys keys, OmniqScripts scripts) {
		this.keys = keys;
		this.scripts = scripts;
		this.successes = scripts.unanswered();
		this.failures = scripts.unanswered();
	}

	List<OmniqOutcome> success(long now, int keep, List<OmniqLease> leases) {
		this.successes.ask();
		return this.successes.settle(leases, OmniqAcks::run,
				(open) -> open.isEmpty() ? List.of() : send(now, keep, List.copyOf(open)));
	}

	private List<OmniqOutcome> send(long now, int keep, List<OmniqLease> leases) {
		OnceCall call = this.scripts.ackSuccess(this.keys, now, keep, leases);
		return outcomes(leases, this.successes.send(call, (late) -> {
			List<OmniqOutcome> outcomes = outcomes(leases, late);
			for (int i = 0; i < leases.size(); i++) {
				this.successes.note(run(leases.get(i)), outcomes.get(i));
			}
		}));
	}

	Reply fail(long now, OmniqLease lease, OmniqFailure failure) {
		this.failures.ask();
		Reply known = this.failures.answer(run(lease));
		return (known != null) ? known : this.failures.send(this.scripts.ackFail(this.keys, now, lease, failure),
				(late) -> this.failures.note(run(lease), late));
	}

	private static List<OmniqOutcome> outcomes(List<OmniqLease> leases, Reply words) {
		return OmniqScripts.outcomes(words, leases.stream().map(OmniqLease::jobId).toList());
	}

	private static String run(OmniqLease lease) {
		return lease.token() + ':' + lease.jobId();
	}

}
