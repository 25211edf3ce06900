package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.Settlement;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Extends the leases of all jobs a container holds, beside everything else. A lease is
 * due when a third of it is used up; one call extends those that are due, and with them
 * those that would be soon.
 */
final class LeaseKeeper {

	private static final Log logger = LogFactory.getLog(LeaseKeeper.class);

	private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);

	/** A lease is extended when a third of it is used up. */
	private static final int DUE = 3;

	/** With those that are due go those of which a sixth is used up. */
	private static final int DUE_SOON = 6;

	private final OpenQueue queue;

	private final JobMonitor monitor;

	private final Outage outage;

	private final Duration interval;

	private final Clock clock;

	private final Set<HeldJob> held = ConcurrentHashMap.newKeySet();

	private final RepeatingTask task;

	/**
	 * Creates the keeper.
	 * @param queue whose jobs are held
	 * @param monitor told of what happens to leases; must not block
	 * @param outage told of failed calls
	 * @param lease the usual lease
	 * @param clock tells the time
	 * @param timer begins the rounds
	 */
	LeaseKeeper(OpenQueue queue, JobMonitor monitor, Outage outage, Duration lease, Clock clock, RoundTimer timer) {
		this.queue = queue;
		this.monitor = monitor;
		this.outage = outage;
		this.interval = lease.dividedBy(DUE);
		this.clock = clock;
		this.task = new RepeatingTask(timer, "redis-jobs-leases-" + queue.name(), this::round);
	}

	void start() {
		this.task.start();
	}

	void stop() {
		this.task.stop();
	}

	void track(HeldJob job) {
		this.held.add(job);
		this.task.runWithin(atLeast(Duration.between(this.clock.instant(), job.lease().partUsed(DUE))));
	}

	void forget(HeldJob job) {
		this.held.remove(job);
	}

	List<HeldJob> held() {
		return List.copyOf(this.held);
	}

	/** Extends what is due; answers when the next round is. */
	Duration round() {
		Instant now = this.clock.instant();
		List<HeldJob> dueSoon = held((job) -> !job.lease().partUsed(DUE_SOON).isAfter(now));
		if (dueSoon.stream().allMatch((job) -> job.lease().partUsed(DUE).isAfter(now))) {
			return untilNext();
		}
		long begin = System.nanoTime();
		try {
			extend(dueSoon);
			this.outage.callSucceeded();
		}
		catch (Throwable ex) {
			return untilRepeated(dueSoon, this.outage.callFailed("extend leases", ex));
		}
		if (System.nanoTime() - begin > this.interval.toNanos()) {
			this.monitor.extensionLate(this.queue.name());
		}
		return untilNext();
	}

	private List<HeldJob> held(Predicate<HeldJob> condition) {
		List<HeldJob> jobs = new ArrayList<>();
		for (HeldJob job : this.held) {
			if (!job.leaseLost() && condition.test(job)) {
				jobs.add(job);
			}
		}
		return jobs;
	}

	private Duration untilNext() {
		Instant now = this.clock.instant();
		Instant next = now.plus(this.interval);
		for (HeldJob job : held((candidate) -> true)) {
			Instant due = job.lease().partUsed(DUE);
			next = due.isBefore(next) ? due : next;
		}
		return atLeast(Duration.between(now, next));
	}

	// as long as leases live, the pause must not outlast them
	private Duration untilRepeated(List<HeldJob> jobs, Duration pause) {
		Duration next = pause;
		for (HeldJob job : jobs) {
			Duration third = Duration.between(this.clock.instant(), job.leaseEnd()).dividedBy(DUE);
			next = (!third.isNegative() && third.compareTo(next) < 0) ? third : next;
		}
		return atLeast(next);
	}

	private static Duration atLeast(Duration pause) {
		return (pause.compareTo(SHORTEST_PAUSE) > 0) ? pause : SHORTEST_PAUSE;
	}

	private void extend(List<HeldJob> jobs) {
		List<Settlement> answers = this.queue.queue().extend(jobs.stream().map(HeldJob::job).toList());
		for (int i = 0; i < jobs.size(); i++) {
			extended(jobs.get(i), answers.get(i));
		}
	}

	/** Extends one lease now; answers whether the job is still ours. */
	boolean extend(HeldJob job) {
		return extended(job, this.queue.queue().extend(List.of(job.job())).get(0));
	}

	private boolean extended(HeldJob job, Settlement answer) {
		if (answer.outcome() == Settlement.Outcome.EXTENDED && answer.at() != null) {
			job.extendedTo(answer.at());
			return true;
		}
		// a job that ended meanwhile has no lease to extend, and nothing is lost
		if (this.held.contains(job) && !job.isBeingWritten() && job.markLost()) {
			logger.warn(LogText.of(job) + "its lease was lost (" + LogText.reason(answer)
					+ "); its handler is interrupted and its result will not be written");
			this.monitor.leaseLost(job);
		}
		return false;
	}

}
