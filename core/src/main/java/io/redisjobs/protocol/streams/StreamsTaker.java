package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.FoundJobs;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.Rest;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.UnansweredCalls;

/**
 * Takes jobs: those found late first, then what this worker holds already, then entries
 * that are due again, then new ones.
 */
final class StreamsTaker implements AutoCloseable {

	/** How soon entries are searched for again that may have been lost. */
	private static final Duration SEARCHED_AGAIN = Duration.ofSeconds(1);

	private final UnansweredCalls<Settlement> unanswered;

	private final FoundJobs<StreamsJob> found;

	private final Rest rest;

	private final HeldEntries held;

	private final StreamsExchanger exchanger;

	private final NewEntries newEntries;

	private final StreamsAdmission admission;

	private volatile boolean used;

	StreamsTaker(UnansweredCalls<Settlement> unanswered, FoundJobs<StreamsJob> found, Rest rest, HeldEntries held,
			StreamsExchanger exchanger, NewEntries newEntries, StreamsAdmission admission) {
		this.unanswered = unanswered;
		this.found = found;
		this.rest = rest;
		this.held = held;
		this.exchanger = exchanger;
		this.newEntries = newEntries;
		this.admission = admission;
	}

	/**
	 * Completes jobs and takes others, in one call unless there are some that come before
	 * those in the stream.
	 */
	Exchange take(List<Completion> completions, int max, Duration maxWait) {
		this.unanswered.ask();
		List<StreamsJob> late = this.found.take();
		if (!late.isEmpty()) {
			// they are enough to go on with
			return Exchange.after(complete(completions, late), () -> this.admission.admit(late));
		}
		Duration rest = this.rest.left();
		if (!rest.isZero()) {
			return completing(completions, () -> Reservation.throttled(rest));
		}
		if (max < 1) {
			return completing(completions, Reservation::empty);
		}
		this.used = true;
		return this.held.none() ? exchange(completions, max, maxWait)
				: completing(completions, () -> takeHeld(max, maxWait));
	}

	private List<Settlement> complete(List<Completion> completions, List<StreamsJob> late) {
		try {
			return this.exchanger.complete(completions);
		}
		catch (RuntimeException | Error ex) {
			this.found.keep(late);
			throw ex;
		}
	}

	private Exchange completing(List<Completion> completions, Supplier<Reservation> taking) {
		return Exchange.after(this.exchanger.complete(completions), taking);
	}

	private Reservation takeHeld(int max, Duration maxWait) {
		TakenEntries held = this.held.take(max);
		if (held.isNothing()) {
			return exchange(List.of(), max, maxWait).reservation();
		}
		return held.paused() ? StreamsAdmission.PAUSED : this.admission.admit(held.jobs());
	}

	private Exchange exchange(List<Completion> completions, int max, Duration maxWait) {
		boolean apart = this.newEntries.areReadApart(max, !maxWait.isZero());
		StreamsExchanger.Exchanged exchanged = this.exchanger.exchange(completions, max, apart);
		return Exchange.after(exchanged.settlements(), () -> {
			ExchangeReply reply = exchanged.taken().get();
			return reply.isPaused() ? StreamsAdmission.PAUSED : taken(reply, max, apart, maxWait);
		});
	}

	private Reservation taken(ExchangeReply reply, int max, boolean apart, Duration maxWait) {
		List<StreamsJob> jobs = this.exchanger.jobs(reply);
		if (maxWait.isZero()) {
			Reservation found = this.admission.admit((apart && jobs.size() < max) ? withNew(jobs, max) : jobs);
			return (found.kind() == Reservation.Kind.EMPTY) ? Reservation.emptyUntil(nextJob(reply)) : found;
		}
		return jobs.isEmpty() ? this.admission.admitUnlessPaused(this.newEntries.await(max, maxWait, nextDue(reply)))
				: this.admission.admit(jobs);
	}

	/** When there will be a job without any change, zero if that is not known. */
	private Duration nextJob(ExchangeReply reply) {
		long nextDue = nextDue(reply);
		Duration due = (nextDue < 0) ? Duration.ZERO : Duration.ofMillis(Math.max(1, nextDue));
		// what was lost on its way here shows when nothing else is under way
		boolean lost = !this.held.none();
		return (lost && (due.isZero() || due.compareTo(SEARCHED_AGAIN) > 0)) ? SEARCHED_AGAIN : due;
	}

	private long nextDue(ExchangeReply reply) {
		return (reply.nextDue() < 0) ? reply.nextDue() : reply.nextDue() + this.rest.behindOthers().toMillis();
	}

	private List<StreamsJob> withNew(List<StreamsJob> jobs, int max) {
		if (jobs.isEmpty()) {
			return this.newEntries.read(max);
		}
		List<StreamsJob> all = new ArrayList<>(jobs);
		try {
			all.addAll(this.newEntries.read(max - jobs.size()));
		}
		catch (RuntimeException | Error ex) {
			// what the script has taken is ours already; the next call shows the trouble
		}
		return all;
	}

	/** Whether jobs were ever asked for. */
	boolean isUsed() {
		return this.used;
	}

	Duration watch(Runnable changed) {
		return this.newEntries.watch(changed);
	}

	void wakeUp() {
		this.newEntries.wakeUp();
	}

	void disconnect() {
		this.newEntries.disconnect();
	}

	@Override
	public void close() {
		this.newEntries.close();
	}

}
