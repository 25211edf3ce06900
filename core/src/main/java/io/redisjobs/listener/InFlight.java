package io.redisjobs.listener;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

import io.redisjobs.protocol.Printable;
import org.jspecify.annotations.Nullable;

/**
 * What is under way in a container: jobs taken, running, ended and being released, and
 * calls to Redis. The loop's lock guards it.
 */
final class InFlight {

	private static final int LARGEST_BATCH = 100;

	/** While Redis is busy with one call, the next is on its way. */
	private static final int MOST_CALLS = 2;

	private final boolean takesAhead;

	private final JobDurations durations = new JobDurations();

	private final Deque<HeldJob> ready = new ArrayDeque<>();

	private final Deque<JobRun> ended = new ArrayDeque<>();

	private final BlockedRuns blocked;

	private final LongSupplier nanoTime;

	/** How many jobs can run at a time. */
	private int slots;

	private long arrivals;

	private int running;

	private int releasing;

	private int requested;

	private int requestedSlots;

	private int calls;

	/** Calls whose outcome is being reported. */
	private int reporting;

	/** Whether somebody waits for jobs. */
	private boolean taking;

	/** When it last looked for jobs, or had no reason to. */
	private long lookedAt;

	/**
	 * Creates it, with nothing under way.
	 * @param concurrency how many jobs run at a time
	 * @param takesAhead whether quick jobs may be taken before there is a slot for them
	 * @param nanoTime tells the time
	 */
	InFlight(int concurrency, boolean takesAhead, LongSupplier nanoTime) {
		this.slots = concurrency;
		this.takesAhead = takesAhead;
		this.nanoTime = nanoTime;
		this.blocked = new BlockedRuns(nanoTime);
		this.lookedAt = nanoTime.getAsLong();
	}

	/** Notes how many jobs can run at a time from now on. */
	void slots(int slots) {
		this.slots = slots;
	}

	JobDurations durations() {
		return this.durations;
	}

	/** How many handlers run. */
	int running() {
		return this.running;
	}

	/** How many jobs have been taken and not been started. */
	int ready() {
		return this.ready.size();
	}

	boolean isEmpty() {
		return isAtRest() && !this.taking;
	}

	private boolean isAtRest() {
		return this.running == 0 && this.releasing == 0 && this.ready.isEmpty() && this.ended.isEmpty()
				&& this.blocked.isEmpty() && this.calls == 0 && this.reporting == 0;
	}

	/**
	 * How many jobs have arrived, if nothing is left to be done for any of them.
	 */
	OptionalLong doneWith() {
		return isAtRest() ? OptionalLong.of(this.arrivals) : OptionalLong.empty();
	}

	/** Whether a call that writes is under way. */
	boolean isCalling() {
		return this.calls > 0;
	}

	/** How many more jobs may be taken. */
	Demand demand() {
		int slots = this.slots - busy() - this.ready.size() - this.requestedSlots;
		int jobs = Math.max(0, free());
		return new Demand(jobs, Math.max(0, Math.min(jobs, slots)));
	}

	private int free() {
		// what one call cannot write would pile up
		int unwritten = Math.max(0, this.ended.size() - LARGEST_BATCH);
		return capacity() - busy() - this.ready.size() - this.requested - unwritten;
	}

	// a job that is being released is held until it is; a thread that reports runs none
	private int busy() {
		return this.running + this.releasing + this.reporting;
	}

	private int capacity() {
		return this.slots + (this.takesAhead ? this.durations.ahead(this.slots) : 0);
	}

	/** Whether so much has ended that writing it comes before running more. */
	boolean hasFullBatch() {
		// what is blocked is tried when the calls before it have been answered
		int most = this.blocked.isDue() ? 1 : MOST_CALLS;
		return this.calls < most && this.ended.size() >= Math.max(1, Math.min(LARGEST_BATCH, (capacity() + 1) / 2));
	}

	/** Whether something has ended that no call is likely to write soon. */
	boolean hasUnwritten() {
		return this.calls == 0 && (!this.ended.isEmpty() || this.blocked.isDue());
	}

	/** Whether somebody should wait for jobs. */
	boolean lacksJobs() {
		return !this.taking && this.ended.isEmpty() && this.blocked.isEmpty() && free() > 0;
	}

	/**
	 * What should have happened long ago, if anything.
	 * @param resting whether the queue is to rest at the moment
	 */
	@Nullable String overdue(Duration patience, boolean resting) {
		HeldJob oldest = this.ready.peek();
		if (oldest != null && oldest.heldFor().compareTo(patience) > 0) {
			return "job " + Printable.of(oldest.id()) + " was taken " + oldest.heldFor().toSeconds()
					+ " s ago and has not been started";
		}
		long now = this.nanoTime.getAsLong();
		if (resting || this.calls > 0 || (!this.taking && free() <= 0)) {
			this.lookedAt = now;
		}
		Duration unseen = Duration.ofNanos(now - this.lookedAt);
		return (unseen.compareTo(patience) > 0)
				? "it has room for jobs, but has not looked for any for " + unseen.toSeconds() + " s" : null;
	}

	/** Starts the job that has waited longest; there must be one. */
	HeldJob start() {
		HeldJob job = this.ready.remove();
		this.running++;
		return job;
	}

	/** Whether a job is being released. */
	boolean isReleasing() {
		return this.releasing > 0;
	}

	/**
	 * Takes out the job that came last, if there is one, to release it before those that
	 * came earlier.
	 */
	@Nullable HeldJob release() {
		HeldJob job = this.ready.pollLast();
		if (job != null) {
			this.releasing++;
		}
		return job;
	}

	/**
	 * Takes out the latest job that was taken ahead and has not been started in time, to
	 * release it.
	 */
	@Nullable HeldJob releaseOverdue(Duration patience) {
		HeldJob last = this.ready.peekLast();
		if (last == null || busy() + this.ready.size() <= this.slots || last.heldFor().compareTo(patience) <= 0) {
			return null;
		}
		this.durations.assumeLong();
		return release();
	}

	/** Notes that a job has been released. */
	void released() {
		this.releasing--;
	}

	/**
	 * Notes that a job does not run any more.
	 * @param run what is left to write, if anything is
	 * @param nanos how long it kept a thread busy
	 */
	void ended(@Nullable JobRun run, long nanos) {
		this.running--;
		this.durations.jobTook(nanos);
		if (run != null) {
			this.ended.add(run);
		}
	}

	/** Begins a call that writes what has ended and asks for jobs. */
	List<JobRun> beginWrite(Demand demand) {
		List<JobRun> blocked = new ArrayList<>();
		if (this.calls == 0) {
			// not only what the others leave: under load that is nothing
			this.blocked.addDueTo(blocked, LARGEST_BATCH / 2);
		}
		List<JobRun> batch = new ArrayList<>();
		while (batch.size() + blocked.size() < LARGEST_BATCH && !this.ended.isEmpty()) {
			batch.add(this.ended.poll());
		}
		batch.addAll(blocked);
		this.calls++;
		request(demand);
		return batch;
	}

	/**
	 * Ends such a call.
	 * @param unwritten what has to be written again, in its order
	 * @param demand how many jobs it asked for
	 */
	void endWrite(List<JobRun> unwritten, Demand demand) {
		this.calls--;
		requestEnded(demand);
		if (demand.jobs() > 0) {
			this.lookedAt = this.nanoTime.getAsLong();
		}
		for (int i = unwritten.size() - 1; i >= 0; i--) {
			this.ended.addFirst(unwritten.get(i));
		}
	}

	/** Whether runs wait for another try to complete their jobs. */
	boolean hasBlocked() {
		return !this.blocked.isEmpty();
	}

	/** How long a thread may be idle; zero is without an end. */
	long longestIdle(long nanos) {
		if (this.blocked.isEmpty() || this.calls > 0) {
			return Math.max(0, nanos);
		}
		long next = Math.max(1, this.blocked.nanosToNext());
		return (nanos > 0) ? Math.min(nanos, next) : next;
	}

	/** Notes that a job could not be completed yet. */
	void blocked(JobRun run) {
		this.blocked.add(run);
	}

	/** Begins to report to monitors what a call has done. */
	void beginReporting() {
		this.reporting++;
	}

	/**
	 * Notes that it has been reported.
	 * @param nanos how long that kept a thread busy
	 */
	void endReporting(long nanos) {
		this.reporting--;
		this.durations.monitorsTook(nanos);
	}

	void beginTake(Demand demand) {
		this.taking = true;
		request(demand);
	}

	void endTake(Demand demand) {
		this.taking = false;
		requestEnded(demand);
		this.lookedAt = this.nanoTime.getAsLong();
	}

	private void request(Demand demand) {
		this.requested += demand.jobs();
		this.requestedSlots += demand.slots();
	}

	private void requestEnded(Demand demand) {
		this.requested -= demand.jobs();
		this.requestedSlots -= demand.slots();
	}

	void arrived(HeldJob job) {
		this.arrivals++;
		this.ready.add(job);
		// a job that lost its worker while it was taken ahead is not taken ahead again
		if (job.job().takenBefore()) {
			this.durations.assumeLong();
		}
	}

}
