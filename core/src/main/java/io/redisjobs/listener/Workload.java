package io.redisjobs.listener;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a crew has in hand: jobs taken, running and ended, and calls to Redis under way.
 * The crew's lock guards it.
 */
final class Workload {

	private static final int LARGEST_BATCH = 100;

	/** While Redis is busy with one call, the next is on its way. */
	private static final int MOST_CALLS = 2;

	private final boolean takesAhead;

	private final Tempo tempo = new Tempo();

	private final Deque<HeldJob> ready = new ArrayDeque<>();

	private final Deque<JobRun> finished = new ArrayDeque<>();

	private final BlockedRuns blocked = new BlockedRuns();

	/** How many jobs can run at a time. */
	private int slots;

	private int running;

	private int requested;

	private int requestedSlots;

	private int calls;

	/** Calls whose outcome is being told. */
	private int telling;

	private boolean waiting;

	/** When it last looked for jobs, or had no reason to. */
	private long lookedAt = System.nanoTime();

	/**
	 * Creates the workload.
	 * @param concurrency how many jobs run at a time
	 * @param takesAhead whether quick jobs may be taken before there is a slot for them
	 */
	Workload(int concurrency, boolean takesAhead) {
		this.slots = concurrency;
		this.takesAhead = takesAhead;
	}

	/** Notes how many jobs can run at a time from now on. */
	void slots(int slots) {
		this.slots = slots;
	}

	Tempo tempo() {
		return this.tempo;
	}

	int running() {
		return this.running;
	}

	int ready() {
		return this.ready.size();
	}

	boolean isEmpty() {
		return this.running == 0 && this.ready.isEmpty() && this.finished.isEmpty() && this.blocked.isEmpty()
				&& this.calls == 0 && this.telling == 0 && !this.waiting;
	}

	boolean isCalling() {
		return this.calls > 0;
	}

	/** How many more jobs may be taken. */
	Room room() {
		int slots = this.slots - busy() - this.ready.size() - this.requestedSlots;
		int jobs = Math.max(0, free());
		return new Room(jobs, Math.max(0, Math.min(jobs, slots)));
	}

	private int free() {
		// what one call cannot write would pile up
		int unwritten = Math.max(0, this.finished.size() - LARGEST_BATCH);
		return capacity() - busy() - this.ready.size() - this.requested - unwritten;
	}

	// a thread that tells others what became of jobs runs none
	private int busy() {
		return this.running + this.telling;
	}

	private int capacity() {
		return this.slots + (this.takesAhead ? this.tempo.ahead(this.slots) : 0);
	}

	/** Whether so much has ended that writing it comes before running more. */
	boolean hasFullBatch() {
		// what is blocked is tried when the calls before it have been answered
		int most = this.blocked.isDue() ? 1 : MOST_CALLS;
		return this.calls < most && this.finished.size() >= Math.max(1, Math.min(LARGEST_BATCH, (capacity() + 1) / 2));
	}

	/** Whether something has ended that no call is likely to write soon. */
	boolean hasUnwritten() {
		return this.calls == 0 && (!this.finished.isEmpty() || this.blocked.isDue());
	}

	/** Whether somebody should wait for jobs. */
	boolean lacksJobs() {
		return !this.waiting && this.finished.isEmpty() && this.blocked.isEmpty() && free() > 0;
	}

	/**
	 * What should have happened long ago, if anything.
	 * @param resting whether the queue is to rest at the moment
	 */
	@Nullable String neglected(Duration patience, boolean resting) {
		HeldJob oldest = this.ready.peek();
		if (oldest != null && oldest.heldFor().compareTo(patience) > 0) {
			return oldest + " was taken " + oldest.heldFor().toSeconds() + " s ago and has not been started";
		}
		long now = System.nanoTime();
		if (resting || this.calls > 0 || (!this.waiting && free() <= 0)) {
			this.lookedAt = now;
		}
		Duration unseen = Duration.ofNanos(now - this.lookedAt);
		return (unseen.compareTo(patience) > 0)
				? "it has room for jobs, but has not looked for any for " + unseen.toSeconds() + " s" : null;
	}

	/** Starts the job that has waited longest, if there is one. */
	@Nullable HeldJob start() {
		HeldJob job = this.ready.poll();
		if (job != null) {
			this.running++;
		}
		return job;
	}

	/**
	 * Takes out the job that came last, to hand it back before those that came earlier.
	 */
	@Nullable HeldJob giveUp() {
		HeldJob job = this.ready.pollLast();
		if (job != null) {
			this.running++;
		}
		return job;
	}

	/** Takes out the latest job that was taken ahead and has not been started in time. */
	@Nullable HeldJob giveUpOverdue(Duration patience) {
		HeldJob last = this.ready.peekLast();
		boolean overdue = last != null && busy() + this.ready.size() > this.slots
				&& last.heldFor().compareTo(patience) > 0;
		return overdue ? giveUp() : null;
	}

	/**
	 * Notes that a job does not run any more.
	 * @param run what is left to write, if anything is
	 * @param nanos how long it kept a thread busy
	 */
	void ended(@Nullable JobRun run, long nanos) {
		this.running--;
		this.tempo.ran(nanos);
		if (run != null) {
			this.finished.add(run);
		}
	}

	/** Begins a call that writes what has ended and asks for more. */
	List<JobRun> beginCall(Room room) {
		List<JobRun> blocked = new ArrayList<>();
		if (this.calls == 0) {
			// not only what the others leave: under load that is nothing
			this.blocked.addDueTo(blocked, LARGEST_BATCH / 2);
		}
		List<JobRun> batch = new ArrayList<>();
		while (batch.size() + blocked.size() < LARGEST_BATCH && !this.finished.isEmpty()) {
			batch.add(this.finished.poll());
		}
		batch.addAll(blocked);
		this.calls++;
		request(room);
		return batch;
	}

	/**
	 * Ends a call.
	 * @param again what has to be written again, in its order
	 * @param room how many jobs it asked for
	 */
	void endCall(List<JobRun> again, Room room) {
		this.calls--;
		requestEnded(room);
		if (room.jobs() > 0) {
			this.lookedAt = System.nanoTime();
		}
		for (int i = again.size() - 1; i >= 0; i--) {
			this.finished.addFirst(again.get(i));
		}
	}

	/** Whether runs wait for another try to complete their jobs. */
	boolean hasBlocked() {
		return !this.blocked.isEmpty();
	}

	/** How long a thread at rest may sleep, zero for as long as it likes. */
	long longestRest(long nanos) {
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

	/** Begins to tell what a call has done. */
	void beginTelling() {
		this.telling++;
	}

	/**
	 * Notes that it has been told.
	 * @param nanos how long that kept a thread busy
	 */
	void endTelling(long nanos) {
		this.telling--;
		this.tempo.told(nanos);
	}

	void beginWait(Room room) {
		this.waiting = true;
		request(room);
	}

	void endWait(Room room) {
		this.waiting = false;
		requestEnded(room);
		this.lookedAt = System.nanoTime();
	}

	private void request(Room room) {
		this.requested += room.jobs();
		this.requestedSlots += room.slots();
	}

	private void requestEnded(Room room) {
		this.requested -= room.jobs();
		this.requestedSlots -= room.slots();
	}

	void arrived(HeldJob job) {
		this.ready.add(job);
		// a job that lost its worker while it was taken ahead is not taken ahead again
		if (job.job().takenBefore()) {
			this.tempo.slowDown();
		}
	}

}
