package io.redisjobs.protocol.omniq;

import java.util.List;

import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.ErrorText;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Rest;
import io.redisjobs.protocol.Settlement;

/** Completes, fails and releases runs. */
final class OmniqSettler {

	private final OmniqBinding binding;

	private final OmniqAcks acks;

	private final Rest rest;

	OmniqSettler(OmniqBinding binding, OmniqAcks acks, Rest rest) {
		this.binding = binding;
		this.acks = acks;
		this.rest = rest;
	}

	List<Settlement> complete(List<Completion> completions) {
		return settlements(
				this.acks.success(this.binding.now(), this.binding.settings().completedKeep(), leases(completions)));
	}

	Settlement fail(Failure failure) {
		OmniqLease lease = lease(failure.job());
		if (failure.action() instanceof FailureAction.HandBack action) {
			this.rest.letOthersBeFirst(action);
			OmniqEnd back = this.acks.handBack(this.binding.instant(), this.binding.now(), lease,
					ErrorText.describe(failure.error()), action);
			return (back != null) ? back.settlement() : fail(action.inVain(failure));
		}
		if (failure.action() instanceof FailureAction.Release release) {
			if (!release.rest().isZero()) {
				this.rest.begin(release.rest());
			}
			return this.acks.release(this.binding.now(), lease).settlement();
		}
		boolean forGood = failure.action() instanceof FailureAction.Fail;
		long delay = (failure.action() instanceof FailureAction.RetryAfter after) ? after.delay().toMillis() : -1;
		return this.acks
			.fail(this.binding.instant(), this.binding.now(), lease,
					new OmniqFailure(ErrorText.describe(failure.error()), this.binding.settings().failedKeep(), forGood,
							delay))
			.settlement();
	}

	static List<OmniqLease> leases(List<Completion> completions) {
		return completions.stream().map((completion) -> lease(completion.job())).toList();
	}

	static OmniqLease lease(ReservedJob job) {
		return new OmniqLease(job.id(), job.token());
	}

	static List<Settlement> settlements(List<OmniqEnd> ends) {
		return ends.stream().map(OmniqEnd::settlement).toList();
	}

}
