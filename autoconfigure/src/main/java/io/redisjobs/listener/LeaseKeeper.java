package io.redisjobs.listener;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.Settlement;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Renews the leases of all jobs a container holds, in one call for the queue. A round
 * that comes while the previous one still runs is skipped and counted.
 */
final class LeaseKeeper implements Runnable {

	private static final Log logger = LogFactory.getLog(LeaseKeeper.class);

	private final OpenQueue queue;

	private final JobMonitor monitor;

	private final Outage outage;

	private final Set<HeldJob> held = ConcurrentHashMap.newKeySet();

	private final ReentrantLock round = new ReentrantLock();

	LeaseKeeper(OpenQueue queue, JobMonitor monitor, Outage outage) {
		this.queue = queue;
		this.monitor = monitor;
		this.outage = outage;
	}

	void track(HeldJob job) {
		this.held.add(job);
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
