package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.FoundJobs;
import io.redisjobs.protocol.Printable;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.Rest;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Takes jobs: those that were found late before others, and none while the queue rests.
 */
final class OmniqTaker {

	private static final Log logger = LogFactory.getLog(OmniqTaker.class);

	/** What one call takes without holding Redis for long. */
	private static final int MAX_JOBS = 500;

	private static final int MAX_PROMOTE = 200;

	private static final Duration PAUSED_LOOK = Duration.ofMillis(250);

	private final OmniqBinding binding;

	private final OmniqAcks acks;

	private final FoundJobs<OmniqReservedJob> found;

	private final Rest rest;

	private final OmniqWaiter waiter;

	OmniqTaker(OmniqBinding binding, OmniqAcks acks, OmniqLeases leases, Rest rest, OmniqWaiter waiter) {
		this.binding = binding;
		this.acks = acks;
		this.found = new FoundJobs<>(leases::extend, OmniqReservedJob::extendedTo);
		this.rest = rest;
		this.waiter = waiter;
	}

	/** Takes jobs, and waits for some if there are none. */
	Reservation take(int max, Duration maxWait) {
		long deadline = System.nanoTime() + maxWait.toNanos();
		while (true) {
			Take take = takeWith(List.of(), max);
			Duration left = Duration.ofNanos(deadline - System.nanoTime());
			if (!take.isWorthWaiting() || left.isNegative() || left.isZero() || this.waiter.woken()) {
				return take.reservation();
			}
			if (!await(left, take.others())) {
				return Reservation.empty();
			}
		}
	}

	private boolean await(Duration left, OmniqTaken empty) {
		Duration wait = empty.nextDueIn().isZero() ? left : OmniqWaiter.min(left, empty.nextDueIn());
		return this.waiter.await(wait, empty.known());
	}

	/** Completes jobs and takes others, without waiting. */
	Exchange exchange(List<Completion> completions, int max) {
		Take take = takeWith(OmniqSettler.leases(completions), max);
		return new Exchange(OmniqSettler.settlements(take.ends()), take.reservation());
	}

	/** Learns of what is unanswered, hands out what was found, and takes others. */
	private Take takeWith(List<OmniqLease> done, int max) {
		this.acks.resolve();
		List<OmniqReservedJob> jobs = this.found.take();
		Duration rest = this.rest.left();
		int wanted = rest.isZero() ? Math.max(0, Math.min(max, MAX_JOBS) - jobs.size()) : 0;
		if (done.isEmpty() && wanted == 0) {
			return new Take(List.of(), jobs, OmniqTaken.nothing(), rest);
		}
		try {
			OmniqAcks.Exchanged exchanged = this.acks.exchange(request(wanted), done,
					(late) -> this.found.keep(reported(late).jobs()));
			return new Take(exchanged.ends(), jobs, reported(exchanged.taken()).later(this.rest.behindOthers()), rest);
		}
		catch (RuntimeException | Error ex) {
			this.found.keep(jobs);
			throw ex;
		}
	}

	private OmniqRequest request(int max) {
		// first, so that a pause here makes leases seem shorter and not longer
		Instant start = this.binding.instant();
		return new OmniqRequest(this.binding.now(), start, this.binding.settings().completedKeep(), max, MAX_PROMOTE);
	}

	private OmniqTaken reported(OmniqTaken taken) {
		if (!taken.dropped().isEmpty()) {
			logger.warn("Queue '" + this.binding.queue() + "' had ids in line without a waiting job, they are dropped: "
					+ Printable.of(taken.dropped()));
		}
		return taken;
	}

	/**
	 * What a call brought.
	 *
	 * @param ends what became of the successes
	 * @param found the jobs that were found before
	 * @param others what was taken beside them
	 * @param rest how long the queue rests
	 */
	private record Take(List<OmniqEnd> ends, List<OmniqReservedJob> found, OmniqTaken others, Duration rest) {

		boolean isWorthWaiting() {
			return this.rest.isZero() && !this.others.paused() && jobs().isEmpty();
		}

		private List<OmniqReservedJob> jobs() {
			if (this.found.isEmpty()) {
				return this.others.jobs();
			}
			List<OmniqReservedJob> jobs = new ArrayList<>(this.found);
			jobs.addAll(this.others.jobs());
			return jobs;
		}

		Reservation reservation() {
			List<OmniqReservedJob> jobs = jobs();
			if (!jobs.isEmpty()) {
				return Reservation.of(jobs);
			}
			if (this.others.paused()) {
				return Reservation.paused(PAUSED_LOOK);
			}
			return this.rest.isZero() ? Reservation.emptyUntil(this.others.nextDueIn())
					: Reservation.throttled(this.rest);
		}

	}

}
