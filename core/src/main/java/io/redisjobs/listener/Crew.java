package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.redisjobs.protocol.ReservedJob;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a container. Each does whatever is next: run a job that has been taken,
 * write what others have finished and take as many jobs in the same call, or wait for
 * jobs on behalf of all. While calls are under way, jobs that end collect for the next
 * one, so batches grow with the load by themselves.
 */
final class Crew {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

	private static final Duration PATIENCE = Duration.ofSeconds(1);

	private final JobServices services;

	private final JobRunner runner;

	private final Settlements settlements;

	private final CrewCalls calls;

	private final Outage outage;

	private final Guard guard = new Guard();

	private final Workload work;

	private final CrewThreads threads;

	private Mood mood = Mood.TAKING;

	private boolean handingBack;

	private long restUntil = System.nanoTime();

	Crew(JobServices services, JobRunner runner, Settlements settlements, Outage outage, Executor executor,
			int concurrency) {
		this.services = services;
		this.runner = runner;
		this.settlements = settlements;
		this.calls = new CrewCalls(services.queue().queue(), settlements, outage);
		this.outage = outage;
		this.work = new Workload(concurrency, services.queue().queue().mayTakeAhead());
		this.threads = new CrewThreads(services.queue().name(), executor, concurrency, this::work, this.guard);
	}

	/**
	 * Begins to work.
	 * @throws IllegalStateException if the executor gives it no thread
	 */
	void start() throws InterruptedException {
		this.guard.await(this.threads::hireFirst);
	}

	int running() {
		return this.guard.get(this.work::running);
	}

	/** Ends a rest, because there may be work again. */
	void lookAgain() {
		this.guard.run(() -> {
			this.restUntil = System.nanoTime();
			this.threads.wakeAll();
		});
	}

	/** Takes no more jobs; those taken but not started are handed back. */
	void stopTaking() {
		enter(Mood.FINISHING);
		this.services.queue().queue().wakeUp();
	}

	/** From now on a run that fails is handed back instead of counting as an attempt. */
	void halt() {
		enter(Mood.HALTING);
		this.services.leases().held().forEach(HeldJob::halt);
	}

	private void enter(Mood next) {
		this.guard.run(() -> {
			this.mood = next;
			this.restUntil = System.nanoTime();
			this.threads.wakeAll();
		});
	}

	/** Waits until nothing is left to do; answers whether that came in time. */
	boolean awaitRest(Duration timeout) throws InterruptedException {
		return this.guard.await(() -> {
			long remaining = timeout.toNanos();
			while (!this.work.isEmpty() && remaining > 0) {
				remaining = this.threads.awaitChange(remaining);
			}
			return this.work.isEmpty();
		});
	}

	/**
	 * Hires threads that are missing, wakes one if something is left lying, and hands
	 * back what was taken ahead when those before it turn out to take longer than
	 * expected.
	 */
	void patrol() {
		this.guard.run(() -> {
			if (this.mood == Mood.TAKING) {
				this.threads.hireMissing();
			}
			this.work.slots(this.threads.limit());
			// whoever should do it may be held up by a listener
			if (isSomethingToDo()) {
				this.threads.wakeOne();
			}
		});
		if (!this.outage.ongoing()) {
			handBackEach(() -> this.work.giveUpOverdue(PATIENCE), "the jobs before it take too long");
		}
	}

	/** What should have happened long ago, if anything. */
	@Nullable String neglected(Duration patience) {
		return this.guard.get(() -> {
			if (this.mood != Mood.TAKING) {
				return null;
			}
			String lacking = this.threads.neglected(patience);
			boolean resting = this.restUntil - System.nanoTime() > 0;
			return (lacking != null) ? lacking : this.work.neglected(patience.plus(LONGEST_WAIT), resting);
		});
	}

	// jobs taken ahead would run into the same limit
	private void handBackReady(Duration rest) {
		this.guard.run(() -> this.restUntil = System.nanoTime() + Math.min(rest.toNanos(), LONGEST_WAIT.toNanos()));
		handBackEach(this.work::giveUp, "the queue is to rest");
	}

	// no more than are there now: others may take them again
	private void handBackEach(Supplier<@Nullable HeldJob> jobs, String reason) {
		int most = this.guard.get(this.work::ready);
		for (int i = 0; i < most; i++) {
			HeldJob job = this.guard.get(jobs);
			if (job == null) {
				return;
			}
			handBack(job, reason);
		}
	}

	private void work() {
		for (Runnable task = await(); task != null; task = await()) {
			perform(task);
		}
	}

	// a thread that died would leave its part to nobody
	private static void perform(Runnable task) {
		try {
			task.run();
		}
		catch (Throwable ex) {
			logger.error("A thread that runs jobs met an error and goes on", ex);
		}
	}

	// an interruption that nobody meant for the container must not end it
	private @Nullable Runnable await() {
		while (true) {
			try {
				return this.guard.await(this::next);
			}
			catch (InterruptedException ex) {
				if (this.guard.get(() -> this.mood != Mood.TAKING)) {
					Thread.currentThread().interrupt();
					return null;
				}
			}
		}
	}

	private @Nullable Runnable next() throws InterruptedException {
		while (true) {
			this.work.slots(this.threads.limit());
			long rest = this.restUntil - System.nanoTime();
			boolean mayCall = rest <= 0 || !this.outage.ongoing();
			if (mayCall && (this.work.hasFullBatch() || mustWriteFirst())) {
				return settle((rest <= 0) ? room() : Room.NONE);
			}
			HeldJob job = (this.mood == Mood.TAKING) ? startable() : returnable();
			if (job != null) {
				return start(job);
			}
			if (mayCall && this.work.hasUnwritten()) {
				return settle((rest <= 0) ? room() : Room.NONE);
			}
			if (rest <= 0 && mayWait()) {
				return takeTurnWaiting();
			}
			if (this.mood != Mood.TAKING && this.work.isEmpty()) {
				return null;
			}
			this.threads.rest(mayCall ? this.work.longestRest(rest) : rest);
		}
	}

	// what has ended would wait for a handler, if the last free thread ran another job
	private boolean mustWriteFirst() {
		return this.work.hasUnwritten() && !this.threads.canHelp();
	}

	// somebody has to be there when what is blocked can be tried again
	private @Nullable HeldJob startable() {
		return (this.work.hasBlocked() && !this.threads.canHelp()) ? null : this.work.start();
	}

	// each goes before those handed back earlier, so two at once could change places
	private @Nullable HeldJob returnable() {
		return this.handingBack ? null : this.work.giveUp();
	}

	private Runnable start(HeldJob job) {
		if (this.mood != Mood.TAKING) {
			this.handingBack = true;
			return () -> handBackInTurn(job);
		}
		if (needsHelp()) {
			this.threads.wakeOne();
		}
		return () -> run(job);
	}

	// Somebody who is in a call comes back soon, and sees what is left then.
	private boolean needsHelp() {
		if (this.work.isCalling()) {
			return this.work.tempo().isWorthWaking(this.work.ready());
		}
		return isSomethingToDo();
	}

	private boolean isSomethingToDo() {
		return this.work.ready() > 0 || this.work.hasUnwritten() || this.work.hasBlocked() || mayWait();
	}

	private Runnable settle(Room room) {
		if (this.work.ready() > 0 && needsHelp()) {
			this.threads.wakeOne();
		}
		List<JobRun> batch = this.work.beginCall(room);
		return () -> exchange(batch, room);
	}

	private Runnable takeTurnWaiting() {
		Room all = room();
		// this thread itself is free
		Room room = new Room(all.jobs(), Math.max(1, all.slots()));
		this.work.beginWait(room);
		return () -> reserve(room);
	}

	private boolean mayWait() {
		return this.mood == Mood.TAKING && this.work.lacksJobs();
	}

	private Room room() {
		return (this.mood == Mood.TAKING) ? this.work.room() : Room.NONE;
	}

	private void run(HeldJob job) {
		long started = System.nanoTime();
		JobRun done = null;
		try {
			JobRun run = isOurs(job) ? this.runner.run(job) : null;
			if (run == null) {
				this.settlements.leave(job);
			}
			else if (run.error() != null) {
				settleFailure(job, run.error(), run.duration());
			}
			else if (job.leaseLost()) {
				this.services.leases().release(job);
			}
			else {
				done = run;
			}
		}
		finally {
			ended(done, System.nanoTime() - started);
		}
	}

	// after a long pause of this process the job may be running elsewhere
	private boolean isOurs(HeldJob job) {
		if (!job.expired()) {
			return !job.leaseLost();
		}
		try {
			return job.extend();
		}
		catch (RuntimeException | Error ex) {
			this.outage.seen("renew the lease of a job before its start", ex);
			return false;
		}
	}

	private void settleFailure(HeldJob job, Throwable error, Duration duration) {
		if (halted() && !job.leaseLost()) {
			this.settlements.failures().handBack(job, new InterruptedException("the container stops"));
		}
		else {
			this.settlements.failures().settle(job, error, duration, this::handBackReady);
		}
	}

	private boolean halted() {
		return this.guard.get(() -> this.mood == Mood.HALTING);
	}

	private void handBack(HeldJob job, String reason) {
		long started = System.nanoTime();
		try {
			this.settlements.failures().handBackUnstarted(job, reason);
		}
		finally {
			ended(null, System.nanoTime() - started);
		}
	}

	private void handBackInTurn(HeldJob job) {
		try {
			handBack(job, "the container stops");
		}
		finally {
			this.guard.run(() -> {
				this.handingBack = false;
				tellIfStopping();
			});
		}
	}

	private void ended(@Nullable JobRun run, long nanos) {
		this.guard.run(() -> {
			this.work.ended(run, nanos);
			// a thread at rest does not see that there is room again
			if (run == null && mayWait()) {
				this.threads.wakeOne();
			}
			tellIfStopping();
		});
	}

	private void reserve(Room room) {
		CallResult result = this.calls.reserve(room, LONGEST_WAIT);
		this.guard.run(() -> {
			this.work.endWait(room);
			arrived(result);
		});
	}

	// what arrives is tracked and started before anybody is told of what has ended
	private void exchange(List<JobRun> batch, Room room) {
		CallResult result = this.calls.exchange(batch, room);
		long began = System.nanoTime();
		try {
			this.guard.run(() -> {
				this.work.beginTelling();
				this.work.endCall(result.again(), room);
				result.blocked().forEach(this.work::blocked);
				arrived(result);
				// listeners may keep this thread for long
				boolean urgent = this.work.ready() > 0 || this.work.hasBlocked() || this.work.tempo().isTellingSlow();
				if (urgent && needsHelp()) {
					this.threads.wakeOne();
				}
			});
			this.settlements.tell(result.settled(), result.settlements());
		}
		finally {
			this.guard.run(() -> {
				this.work.endTelling(System.nanoTime() - began);
				tellIfStopping();
			});
		}
	}

	private void arrived(CallResult result) {
		for (ReservedJob job : result.reservation().jobs()) {
			HeldJob held = new HeldJob(job, this.services);
			this.services.leases().track(held);
			this.work.arrived(held);
		}
		// where runs take their time, every job that has arrived gets a thread at once
		if (!this.work.tempo().isQuick()) {
			this.threads.wakeFor(this.work.ready());
		}
		Duration lookAgain = result.reservation().lookAgain();
		Duration rest = (result.pause().compareTo(lookAgain) > 0) ? result.pause() : lookAgain;
		if (rest.compareTo(Duration.ZERO) > 0 && (this.mood == Mood.TAKING || !result.pause().isZero())) {
			this.restUntil = System.nanoTime() + Math.min(rest.toNanos(), LONGEST_WAIT.toNanos());
		}
		tellIfStopping();
	}

	private void tellIfStopping() {
		if (this.mood != Mood.TAKING) {
			this.threads.wakeAll();
		}
	}

}
