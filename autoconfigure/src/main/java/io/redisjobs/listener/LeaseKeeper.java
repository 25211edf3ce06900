package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.Settlement;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.scheduling.TaskScheduler;

/**
 * Renews the leases of all jobs a container holds, in one call for the queue. A round
 * that comes while the previous one still runs is skipped and counted. Where a job brings
 * a lease of its own that would not last until the next round, it is renewed earlier.
 */
final class LeaseKeeper implements Runnable {

	private static final Log logger = LogFactory.getLog(LeaseKeeper.class);

	private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);

	private final OpenQueue queue;

	private final JobMonitor monitor;

	private final Outage outage;

	private final Set<HeldJob> held = ConcurrentHashMap.newKeySet();

	private final ReentrantLock round = new ReentrantLock();

	private final Duration shortLease;

	private final TaskScheduler scheduler;

	private final Clock clock;

	private final AtomicReference<Instant> earlyRound = new AtomicReference<>(Instant.MAX);

	LeaseKeeper(OpenQueue queue, JobMonitor monitor, Outage outage, Duration interval, TaskScheduler scheduler,
			Clock clock) {
		this.queue = queue;
		this.monitor = monitor;
		this.outage = outage;
		this.shortLease = interval.multipliedBy(2);
		this.scheduler = scheduler;
		this.clock = clock;
	}

	void track(HeldJob job) {
		this.held.add(job);
		if (isShort(job)) {
			renewEarly(left(job).dividedBy(3));
		}
	}

	private Duration left(HeldJob job) {
		return Duration.between(this.clock.instant(), job.leaseEnd());
	}

	private boolean isShort(HeldJob job) {
		return left(job).compareTo(this.shortLease) < 0;
	}

	private void renewEarly(Duration pause) {
		Instant at = this.clock.instant().plus((pause.compareTo(SHORTEST_PAUSE) > 0) ? pause : SHORTEST_PAUSE);
		Instant planned = this.earlyRound.get();
		if (at.isBefore(planned) && this.earlyRound.compareAndSet(planned, at)) {
			this.scheduler.schedule(this::renewShort, at);
		}
	}

	private void renewShort() {
		this.earlyRound.set(Instant.MAX);
		List<HeldJob> jobs = new ArrayList<>(held());
		jobs.removeIf((job) -> job.leaseLost() || !isShort(job));
		if (jobs.isEmpty()) {
			return;
		}
		Duration pause = Duration.ZERO;
		try {
			renew(jobs);
			this.outage.over();
		}
		catch (RuntimeException ex) {
			pause = this.outage.seen("renew leases", ex);
		}
		jobs.removeIf((job) -> job.leaseLost() || !this.held.contains(job));
		Duration shortest = jobs.stream().map(this::left).min(Comparator.naturalOrder()).orElse(null);
		if (shortest != null) {
			Duration third = shortest.dividedBy(3);
			renewEarly((pause.compareTo(third) > 0) ? pause : third);
		}
	}

	void release(HeldJob job) {
		this.held.remove(job);
	}

	List<HeldJob> held() {
		return List.copyOf(this.held);
	}

	@Override
	public void run() {
		if (this.held.isEmpty()) {
			return;
		}
		if (!this.round.tryLock()) {
			this.monitor.renewalSkipped(this.queue.name());
			return;
		}
		try {
			renew(held());
			this.outage.over();
		}
		catch (RuntimeException ex) {
			this.outage.seen("renew leases", ex);
		}
		finally {
			this.round.unlock();
		}
	}

	private void renew(List<HeldJob> jobs) {
		List<HeldJob> mine = new ArrayList<>(jobs);
		mine.removeIf(HeldJob::leaseLost);
		if (mine.isEmpty()) {
			return;
		}
		List<Settlement> answers = this.queue.queue().extend(mine.stream().map(HeldJob::job).toList());
		for (int i = 0; i < mine.size(); i++) {
			renewed(mine.get(i), answers.get(i));
		}
	}

	Settlement extend(HeldJob job) {
		return this.queue.queue().extend(List.of(job.job())).get(0);
	}

	/** Takes note of the answer to a renewal; answers whether the job is still ours. */
	boolean renewed(HeldJob job, Settlement answer) {
		if (answer.outcome() == Settlement.Outcome.EXTENDED && answer.at() != null) {
			job.extendedTo(answer.at());
			return true;
		}
		// a job settled meanwhile has no lease to renew, and nothing is lost
		if (this.held.contains(job) && !job.settling() && job.lose()) {
			logger.warn("Lost the lease of " + job + " (" + answer.outcome() + " " + answer.detail()
					+ "); its handler is interrupted and its result will not be written");
			this.monitor.leaseLost(job);
		}
		return false;
	}

}
