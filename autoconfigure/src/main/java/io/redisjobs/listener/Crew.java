package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.Reservation;
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

	private final Outage outage;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private final Workload work;

	private final CrewThreads threads;

	private Mood mood = Mood.TAKING;

	private long restUntil = System.nanoTime();

	Crew(JobServices services, JobRunner runner, Settlements settlements, Outage outage, Executor executor,
			int concurrency) {
		this.services = services;
		this.runner = runner;
		this.settlements = settlements;
		this.outage = outage;
		this.work = new Workload(concurrency, services.queue().queue().mayTakeAhead());
		this.threads = new CrewThreads(services.queue().name(), executor, concurrency, this::work, this.changed);
	}

	void start() {
		whileLocked(this.threads::hire);
	}

	int running() {
		return locked(this.work::running);
	}

	/** Ends a rest, because there may be work again. */
	void lookAgain() {
		whileLocked(() -> {
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
		this.services.leases().held().forEach(HeldJob::interrupt);
	}

	private void enter(Mood next) {
		whileLocked(() -> {
			this.mood = next;
			this.restUntil = System.nanoTime();
			this.threads.wakeAll();
		});
	}

	/** Waits until nothing is left to do; answers whether that came in time. */
	boolean awaitRest(Duration timeout) throws InterruptedException {
		long remaining = timeout.toNanos();
		this.lock.lock();
		try {
			while (!this.work.isEmpty()) {
				if (remaining <= 0) {
					return false;
				}
				remaining = this.changed.awaitNanos(remaining);
			}
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Hands back what was taken ahead, when those before it turn out to take longer than
	 * expected.
	 */
	void handBackOverdue() {
		if (!this.outage.ongoing()) {
			handBackEach(() -> this.work.giveUpOverdue(PATIENCE), "the jobs before it take too long");
		}
	}

	// jobs taken ahead would run into the same limit
	private void handBackReady(Duration rest) {
		whileLocked(() -> this.restUntil = System.nanoTime() + Math.min(rest.toNanos(), LONGEST_WAIT.toNanos()));
		handBackEach(this.work::giveUp, "the queue is to rest");
	}

	// no more than are there now: others may take them again
	private void handBackEach(Supplier<@Nullable HeldJob> jobs, String reason) {
		int most = locked(this.work::ready);
		for (int i = 0; i < most; i++) {
			HeldJob job = locked(jobs);
			if (job == null) {
				return;
			}
			handBack(job, reason);
		}
	}

	private void whileLocked(Runnable work) {
		this.lock.lock();
		try {
			work.run();
		}
		finally {
			this.lock.unlock();
		}
	}

	private <T extends @Nullable Object> T locked(Supplier<T> work) {
		this.lock.lock();
		try {
			return work.get();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void work() {
		try {
			for (Runnable task = await(); task != null; task = await()) {
				perform(task);
			}
		}
		finally {
			whileLocked(this.threads::leave);
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
				return next();
			}
			catch (InterruptedException ex) {
				if (locked(() -> this.mood != Mood.TAKING)) {
					Thread.currentThread().interrupt();
					return null;
				}
			}
		}
	}

	private @Nullable Runnable next() throws InterruptedException {
		this.lock.lock();
		try {
			while (true) {
				long rest = this.restUntil - System.nanoTime();
				boolean mayCall = rest <= 0 || !this.outage.ongoing();
				if (mayCall && (this.work.hasFullBatch() || mustWriteFirst())) {
					return settle((rest <= 0) ? free() : 0);
				}
				HeldJob job = (this.mood == Mood.TAKING) ? this.work.start() : this.work.giveUp();
				if (job != null) {
					return start(job);
				}
				if (mayCall && this.work.hasUnwritten()) {
					return settle((rest <= 0) ? free() : 0);
				}
				if (rest <= 0 && mayWait()) {
					return takeTurnWaiting();
				}
				if (this.mood != Mood.TAKING && this.work.isEmpty()) {
					return null;
				}
				this.threads.rest(rest);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	// what has ended would have to wait for a handler, if the last free thread ran
	// another
	// job
	private boolean mustWriteFirst() {
		return this.work.hasUnwritten() && !this.threads.canHelp();
	}

	private Runnable start(HeldJob job) {
		if (this.mood != Mood.TAKING) {
			return () -> handBack(job, "the container stops");
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
		return this.work.ready() > 0 || this.work.hasUnwritten() || mayWait();
	}

	private Runnable settle(int max) {
		if (this.work.ready() > 0 && needsHelp()) {
			this.threads.wakeOne();
		}
		List<JobRun> batch = this.work.beginCall(max);
		return () -> exchange(batch, max);
	}

	private Runnable takeTurnWaiting() {
		int max = free();
		this.work.beginWait(max);
		return () -> reserve(max);
	}

	private boolean mayWait() {
		return this.mood == Mood.TAKING && this.work.lacksJobs();
	}

	private int free() {
		return (this.mood == Mood.TAKING) ? Math.max(0, this.work.free()) : 0;
	}

	private void run(HeldJob job) {
		long started = System.nanoTime();
		JobRun done = null;
		try {
			JobRun run = job.leaseLost() ? null : this.runner.run(job);
			if (run != null && run.error() != null) {
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

	private void settleFailure(HeldJob job, Throwable error, Duration duration) {
		if (halted() && !job.leaseLost()) {
			this.settlements.failures().handBack(job, new InterruptedException("the container stops"));
		}
		else {
			this.settlements.failures().settle(job, error, duration, this::handBackReady);
		}
	}

	private boolean halted() {
		return locked(() -> this.mood == Mood.HALTING);
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

	private void ended(@Nullable JobRun run, long nanos) {
		this.lock.lock();
		try {
			this.work.ended(run, nanos);
			// a thread at rest does not see that there is room again
			if (run == null && mayWait()) {
				this.threads.wakeOne();
			}
			tellIfStopping();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void reserve(int max) {
		Reservation reservation = Reservation.empty();
		Duration pause = Duration.ZERO;
		try {
			reservation = this.services.queue().queue().reserve(max, LONGEST_WAIT);
			this.outage.over();
		}
		catch (RuntimeException | Error ex) {
			pause = this.outage.seen("take jobs", ex);
		}
		this.lock.lock();
		try {
			this.work.endWait(max);
			arrived(reservation, pause);
		}
		finally {
			this.lock.unlock();
		}
	}

	private void exchange(List<JobRun> batch, int max) {
		Reservation reservation = Reservation.empty();
		List<JobRun> again = List.of();
		Duration pause = Duration.ZERO;
		try {
			Exchange answer = this.settlements.write(batch, max);
			this.outage.over();
			reservation = answer.reservation();
		}
		catch (RuntimeException | Error ex) {
			pause = this.outage.seen("settle " + batch.size() + " jobs", ex);
			again = this.settlements.toRepeat(batch);
		}
		this.lock.lock();
		try {
			this.work.endCall(again, max);
			arrived(reservation, pause);
		}
		finally {
			this.lock.unlock();
		}
	}

	private void arrived(Reservation reservation, Duration pause) {
		for (ReservedJob job : reservation.jobs()) {
			HeldJob held = new HeldJob(job, this.services);
			this.services.leases().track(held);
			this.work.arrived(held);
		}
		// where runs take their time, every job that has arrived gets a thread at once
		if (!this.work.tempo().isQuick()) {
			this.threads.wakeFor(this.work.ready());
		}
		Duration rest = (pause.compareTo(reservation.lookAgain()) > 0) ? pause : reservation.lookAgain();
		if (rest.compareTo(Duration.ZERO) > 0 && (this.mood == Mood.TAKING || !pause.isZero())) {
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
