package io.redisjobs.protocol.conveyor;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

import io.redisjobs.protocol.Delays;
import io.redisjobs.protocol.ErrorText;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.protocol.conveyor.ConveyorRunEnd.Way;
import org.jspecify.annotations.Nullable;

/** Decides how runs end that have not succeeded. */
final class ConveyorRunEnds {

	private final ConveyorKeys keys;

	private final ConveyorSettings settings;

	private final String queue;

	ConveyorRunEnds(ConveyorKeys keys, ConveyorSettings settings, String queue) {
		this.keys = keys;
		this.settings = settings;
		this.queue = queue;
	}

	/** The end of a run that its own worker ends. */
	Decision of(Failure failure, Instant now) {
		ConveyorReservedJob reserved = (ConveyorReservedJob) failure.job();
		if (failure.action() instanceof FailureAction.Release) {
			return new Decision(ConveyorRunEnd.queued(reserved.job(), Way.FRONT, this.keys), Settlement.released());
		}
		ConveyorJob job = ConveyorMessages.failed(reserved.job(), ErrorText.messageOrName(failure.error()));
		if (failure.action() instanceof FailureAction.Fail || job.retry() >= reserved.maxAttempts()) {
			return new Decision(failed(job).told(job), Settlement.failed());
		}
		Duration delay = (failure.action() instanceof FailureAction.RetryAfter after) ? after.delay() : backoff(job);
		Instant due = now.plus(delay);
		ConveyorRunEnd end = delay.isZero() ? ConveyorRunEnd.queued(job, Way.BACK, this.keys)
				: ConveyorRunEnd.scheduled(job, due, this.keys);
		return new Decision(end.told(job), Settlement.retrying(due));
	}

	/** The end of a run whose worker is lost or does not run it any more. */
	ConveyorRunEnd lost(ConveyorJob job) {
		if (!this.settings.countCrashes()) {
			return ConveyorRunEnd.queued(job, Way.BACK, this.keys);
		}
		ConveyorJob next = ConveyorMessages.failed(job, "Its worker was lost while it ran, or did not run it any more");
		// another queue may have more attempts; its own worker refuses the job after
		// them
		boolean over = next.queue().equals(this.queue) && next.retry() >= this.settings.attemptsOf(next);
		return over ? failed(next) : ConveyorRunEnd.queued(next, Way.BACK, this.keys);
	}

	/** The end of such a run where there is no job to be read. */
	ConveyorRunEnd unreadable(String uuid, byte @Nullable [] bytes) {
		return ConveyorRunEnd.unreadable(uuid, bytes, this.keys);
	}

	private ConveyorRunEnd failed(ConveyorJob job) {
		return ConveyorRunEnd.failed(job, this.settings.failureHolds() ? "" : job.parentUuid(), this.keys);
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

	/**
	 * How a run ends.
	 *
	 * @param end what is written
	 * @param settlement what that means for whoever ran it
	 */
	record Decision(ConveyorRunEnd end, Settlement settlement) {

	}

}
