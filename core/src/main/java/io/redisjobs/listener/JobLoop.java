package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.redisjobs.protocol.ReservedJob;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * What each thread of a container does again and again: pick the next step and do it,
 * until the container has stopped. While a call is under way, jobs that end collect for
 * the next one, so batches grow with the load by themselves.
 */
final class JobLoop {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	/** After this time a job that was taken ahead is released. */
	private static final Duration LONGEST_AHEAD = Duration.ofSeconds(1);

	private final JobServices services;

	private final JobProcessor processor;

	private final ResultWriter results;

	private final QueueCalls calls;

	private final Outage outage;

	private final LoopLock lock = new LoopLock();

	private final InFlight inFlight;

	private final NextStep nextStep;

	private final LoopThreads threads;

	private final Idling idling;

	private boolean givenUp;

	/**
	 * Creates the loop.
	 * @param services what the jobs need
	 * @param runner runs them
	 * @param results writes what became of them
	 * @param outage told of failed calls
	 * @param workplace where they are run
	 * @param checkWithin sees to it that {@link #check} is called within a time
	 */
	JobLoop(JobServices services, JobRunner runner, ResultWriter results, Outage outage, Workplace workplace,
			Consumer<Duration> checkWithin) {
		this.services = services;
		this.processor = new JobProcessor(runner, results, services.leases(), outage, this::isInterrupting, this::rest);
		this.results = results;
		this.calls = new QueueCalls(services.queue().queue(), results, outage);
		this.outage = outage;
		this.inFlight = new InFlight(workplace.concurrency(), services.queue().queue().mayTakeAhead(),
				System::nanoTime);
		this.nextStep = new NextStep(this.inFlight, System::nanoTime);
		this.threads = new LoopThreads(services.queue().name(), workplace.executor(), workplace.concurrency(),
				this::run, this::threadEnded, this.lock);
		this.idling = new Idling(new IdleWait(services.queue().queue(), workplace.places()), this.nextStep,
				this.threads, this.lock, checkWithin);
	}

	/**
	 * Begins with a first thread.
	 * @throws IllegalStateException if the executor gives it none
	 */
	void start() throws InterruptedException {
		this.lock.await(this.threads::startFirst);
	}

	/** Looks at what is under way. */
	<T> T look(Function<InFlight, T> question) {
		return this.lock.get(() -> question.apply(this.inFlight));
	}

	/** Ends a rest, because there may be jobs again. */
	void lookAgain() {
		this.lock.run(() -> {
			this.nextStep.endRest();
			this.idling.endParking();
			this.threads.wakeAll();
		});
	}

	// one that was just leaving has not seen what came at that moment
	private void threadEnded() {
		if (this.nextStep.isTaking()) {
			this.idling.wakeIfSomethingIsLeft();
		}
	}

	/** Whether and how long no thread waits for jobs. */
	Idling idling() {
		return this.idling;
	}

	/** Takes no more jobs; those taken but not started are released. */
	void stopTaking() {
		enter(Phase.DRAINING);
		try {
			this.services.queue().queue().wakeUp();
		}
		catch (Throwable ex) {
			// running handlers are to end all the same
			logger.warn(LogText.of(this.services.queue().name())
					+ "cannot end its wait for jobs; it ends by itself within seconds", ex);
		}
	}

	/**
	 * Interrupts running handlers; from now on a job whose run fails is released instead
	 * of counting an attempt.
	 */
	void interruptRunning() {
		enter(Phase.INTERRUPTING);
		this.services.leases().held().forEach(HeldJob::interrupt);
	}

	private void enter(Phase phase) {
		this.lock.run(() -> {
			this.nextStep.enter(phase);
			this.threads.wakeAll();
		});
	}

	private boolean isInterrupting() {
		return this.lock.get(this.nextStep::isInterrupting);
	}

	/** Ends the wait until nothing is left to do, and any later one. */
	void giveUp() {
		this.lock.run(() -> {
			this.givenUp = true;
			this.threads.wakeAll();
		});
	}

	/** Waits until nothing is left to do; answers whether that came in time. */
	boolean awaitEmpty(Duration timeout) throws InterruptedException {
		return this.lock.await(() -> {
			long remaining = timeout.toNanos();
			while (!this.inFlight.isEmpty() && remaining > 0 && !this.givenUp) {
				remaining = this.threads.awaitProgress(remaining);
			}
			return this.inFlight.isEmpty();
		});
	}

	/**
	 * Looks at a queue again that was watched long enough, requests threads that are
	 * missing, wakes one if something is left lying, and releases what was taken ahead
	 * when those before it turn out to take longer than expected.
	 */
	void check() {
		this.lock.run(() -> {
			this.idling.endWhenDue();
			if (needsThreads()) {
				this.threads.requestMissing();
			}
			this.inFlight.slots(this.threads.limit());
			// whoever should do it may be held up by a monitor
			this.idling.wakeIfSomethingIsLeft();
		});
		if (!this.outage.ongoing()) {
			releaseEach(() -> this.inFlight.releaseOverdue(LONGEST_AHEAD), "the jobs before it take too long");
		}
	}

	/** What should have happened long ago, if anything. */
	@Nullable String overdue(Duration patience) {
		return this.lock.get(() -> {
			String missing = needsThreads() ? this.threads.overdue(patience) : null;
			return (missing != null) ? missing : this.nextStep.overdue(patience);
		});
	}

	private boolean needsThreads() {
		return this.nextStep.isTaking() && (!this.nextStep.parking().isParked() || this.nextStep.isSomethingLeft());
	}

	private void run() {
		for (Runnable step = awaitNext(); step != null; step = awaitNext()) {
			perform(step);
		}
	}

	// a thread that died would leave its part to nobody
	private void perform(Runnable step) {
		try {
			step.run();
		}
		catch (Throwable ex) {
			logger.error(LogText.of(this.services.queue().name()) + "a thread met an error and goes on", ex);
		}
	}

	// an interruption that nobody meant for the container must not end it
	private @Nullable Runnable awaitNext() {
		while (true) {
			try {
				return this.lock.await(this::next);
			}
			catch (InterruptedException ex) {
				if (!this.lock.get(this.nextStep::isTaking)) {
					Thread.currentThread().interrupt();
					return null;
				}
			}
		}
	}

	private @Nullable Runnable next() throws InterruptedException {
		while (true) {
			this.inFlight.slots(this.threads.limit());
			long rest = this.nextStep.restNanos();
			boolean connected = !this.outage.ongoing();
			switch (this.nextStep.choose(rest, connected, this.threads.canWakeOne())) {
				case WRITE -> {
					return write(this.nextStep.demandOfWrite(rest));
				}
				case RUN -> {
					return runJob();
				}
				case RELEASE -> {
					return releaseJob();
				}
				case TAKE -> {
					return take(this.nextStep.demandOfTake());
				}
				case LEAVE, STOP -> {
					return null;
				}
				case IDLE -> this.threads.idle(this.nextStep.idleNanos(rest, connected));
			}
		}
	}

	private Runnable runJob() {
		HeldJob job = this.inFlight.start();
		if (this.nextStep.needsHelp()) {
			this.threads.wakeOne();
		}
		return () -> process(job);
	}

	private void process(HeldJob job) {
		long began = System.nanoTime();
		JobRun done = null;
		try {
			done = this.processor.process(job);
		}
		finally {
			ended(done, System.nanoTime() - began);
		}
	}

	private void ended(@Nullable JobRun run, long nanos) {
		this.lock.run(() -> {
			this.inFlight.ended(run, nanos);
			if (run == null) {
				wakeForFreeSlot();
			}
			wakeIfStopping();
		});
	}

	// an idle thread does not see that there is a slot again
	private void wakeForFreeSlot() {
		if (this.nextStep.mayTake()) {
			this.threads.wakeOne();
		}
	}

	private void wakeIfStopping() {
		if (!this.nextStep.isTaking()) {
			this.threads.wakeAll();
		}
	}

	private Runnable releaseJob() {
		HeldJob job = Objects.requireNonNull(this.inFlight.release());
		return () -> release(job, "the container stops");
	}

	private void release(HeldJob job, String reason) {
		try {
			this.results.failures().releaseUnstarted(job, reason);
		}
		finally {
			this.lock.run(() -> {
				this.inFlight.released();
				wakeForFreeSlot();
				wakeIfStopping();
			});
		}
	}

	// no more than are there now: others may take them again
	private void releaseEach(Supplier<@Nullable HeldJob> jobs, String reason) {
		int most = this.lock.get(this.inFlight::ready);
		for (int i = 0; i < most; i++) {
			HeldJob job = this.lock.get(() -> this.nextStep.mayReleaseAhead() ? jobs.get() : null);
			if (job == null) {
				return;
			}
			release(job, reason);
		}
	}

	// jobs taken ahead would run into the same limit
	private void rest(Duration time) {
		this.lock.run(() -> this.nextStep.rest(time));
		releaseEach(this.inFlight::release, "the queue is to rest");
	}

	private Runnable take(Demand demand) {
		this.inFlight.beginTake(demand);
		this.nextStep.parking().prepare();
		return () -> {
			CallResult result = this.idling.await((longest) -> this.calls.reserve(demand, longest));
			this.lock.run(() -> {
				this.inFlight.endTake(demand);
				arrived(result);
				this.idling.park(result);
			});
		};
	}

	private Runnable write(Demand demand) {
		if (this.inFlight.ready() > 0 && this.nextStep.needsHelp()) {
			this.threads.wakeOne();
		}
		List<JobRun> batch = this.inFlight.beginWrite(demand);
		return () -> exchange(batch, demand);
	}

	// what arrives is tracked and started before what has ended is reported
	private void exchange(List<JobRun> batch, Demand demand) {
		CallResult result = this.calls.exchange(batch, demand);
		long began = System.nanoTime();
		try {
			this.lock.run(() -> written(result, demand));
			this.results.report(result.written(), result.settlements());
		}
		finally {
			this.lock.run(() -> {
				this.inFlight.endReporting(System.nanoTime() - began);
				wakeIfStopping();
			});
		}
	}

	private void written(CallResult result, Demand demand) {
		this.inFlight.beginReporting();
		this.inFlight.endWrite(result.unwritten(), demand);
		result.blocked().forEach(this.inFlight::blocked);
		arrived(result);
		// monitors may keep this thread for long
		boolean urgent = this.inFlight.ready() > 0 || this.inFlight.hasBlocked()
				|| this.inFlight.durations().areMonitorsSlow();
		if (urgent && this.nextStep.needsHelp()) {
			this.threads.wakeOne();
		}
	}

	private void arrived(CallResult result) {
		for (ReservedJob job : result.reservation().jobs()) {
			HeldJob held = new HeldJob(job, this.services);
			this.services.leases().track(held);
			this.inFlight.arrived(held);
		}
		if (!result.reservation().jobs().isEmpty()) {
			this.idling.arrived();
		}
		// where jobs take their time, each that has arrived gets a thread at once
		if (!this.inFlight.durations().areJobsShort()) {
			this.threads.wakeFor(this.inFlight.ready());
		}
		Duration lookAgain = result.reservation().rest();
		Duration rest = (result.pause().compareTo(lookAgain) > 0) ? result.pause() : lookAgain;
		if (rest.compareTo(Duration.ZERO) > 0 && (this.nextStep.isTaking() || !result.pause().isZero())) {
			this.nextStep.rest(rest);
		}
		wakeIfStopping();
	}

}
