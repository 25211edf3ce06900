package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

import io.redisjobs.JobHandedOverException;
import io.redisjobs.protocol.Printable;
import io.redisjobs.redis.ErrorReply;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.TimeLimit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps job schedulers going: whoever takes an iteration adds the next one.
 */
final class BullmqSchedules {

	private static final Log logger = LogFactory.getLog(BullmqSchedules.class);

	private static final Duration SOON = Duration.ofSeconds(2);

	private static final Duration LATER = Duration.ofSeconds(10);

	private final String queue;

	private final BullmqScripts scripts;

	private final BullmqPassedTime passed;

	private final Clock clock;

	private final Queue<BullmqReservedJob> overdue = new ConcurrentLinkedQueue<>();

	private final AtomicBoolean busy = new AtomicBoolean();

	BullmqSchedules(String queue, BullmqScripts scripts, BullmqPassedTime passed, Clock clock) {
		this.queue = queue;
		this.scripts = scripts;
		this.passed = passed;
		this.clock = clock;
	}

	/**
	 * Begins to add the iterations after those among the jobs taken, and what could not
	 * be added before, on a thread of its own: the jobs must not wait for it, because
	 * nobody extends their locks yet. If the process dies before it is done, the job is
	 * found stalled and taken again, and this with it.
	 * @return the jobs that may run: not those whose rule cannot be read here, which go
	 * to another worker after a while
	 */
	List<BullmqReservedJob> taken(List<BullmqReservedJob> jobs) {
		List<BullmqReservedJob> runnable = new ArrayList<>(jobs);
		runnable.removeIf(this::isHandedOn);
		begin(runnable);
		return runnable;
	}

	private void begin(List<BullmqReservedJob> jobs) {
		List<BullmqReservedJob> iterations = new ArrayList<>();
		for (BullmqReservedJob job : jobs) {
			if (job.record().schedulerId() != null) {
				iterations.add(job);
			}
		}
		if (iterations.isEmpty() && (this.overdue.isEmpty() || this.busy.get())) {
			return;
		}
		try {
			CompletableFuture<Boolean> done = TimeLimit.start(() -> proceed(iterations));
			iterations.forEach((job) -> job.run().successor(done));
		}
		catch (OutOfMemoryError ex) {
			// there is no thread for it: it is done before the job ends
			logger.debug("Queue '" + this.queue + "': no thread to add iterations on", ex);
		}
	}

	/** Whether a job is left to workers that can read its rule. */
	private boolean isHandedOn(BullmqReservedJob job) {
		BullmqRule rule = BullmqRule.of(job);
		if (rule == null) {
			return false;
		}
		try {
			rule.check(now());
			return false;
		}
		catch (IllegalArgumentException ex) {
			handOn(job, rule.schedulerId(), Printable.of(ex.getMessage()));
			return true;
		}
	}

	private void handOn(BullmqReservedJob job, String schedulerId, String problem) {
		Duration delay = job.record().takenBefore() ? LATER : SOON;
		logger.warn(about(job) + "the rule of scheduler '" + Printable.of(schedulerId) + "' cannot be read here ("
				+ problem + "); the job is delayed by " + delay + ", for a worker that can.");
		try {
			TimeLimit.start(() -> moveToDelayed(job, delay));
		}
		catch (OutOfMemoryError ex) {
			logger.debug(about(job) + "no thread to delay it on; it is found stalled instead", ex);
		}
	}

	private boolean moveToDelayed(BullmqReservedJob job, Duration delay) {
		try {
			job.moveToDelayed(delay);
		}
		catch (JobHandedOverException ex) {
			return true;
		}
		catch (RuntimeException ex) {
			logger.debug(about(job) + "it could not be delayed and is found stalled instead", ex);
		}
		return false;
	}

	/**
	 * Sees to it that the iteration after a job has been added before the job ends: once
	 * it has ended, nobody would do so any more.
	 */
	void beforeEnd(BullmqReservedJob job) {
		if (job.record().schedulerId() == null) {
			return;
		}
		CompletableFuture<?> successor = job.run().successor();
		if (successor == null || !successor.handle((answer, error) -> error == null).join()) {
			this.overdue.add(job);
		}
		if (this.overdue.remove(job)) {
			RuntimeException problem = proceed(job);
			if (problem != null && ErrorReply.passes(problem)) {
				throw problem;
			}
			job.run().successor(CompletableFuture.completedFuture(true));
		}
	}

	private boolean proceed(List<BullmqReservedJob> jobs) {
		this.busy.set(true);
		try {
			addAll(jobs);
		}
		finally {
			this.busy.set(false);
		}
		return true;
	}

	private void addAll(List<BullmqReservedJob> jobs) {
		BullmqReservedJob late = this.overdue.poll();
		while (late != null && proceed(late) == null) {
			logger.info("Queue '" + this.queue + "': added the iteration after job " + Printable.of(late.id()));
			late = this.overdue.poll();
		}
		for (BullmqReservedJob job : jobs) {
			if (proceed(job) != null) {
				logger.warn(about(job) + "the next iteration of scheduler '" + Printable.of(job.record().schedulerId())
						+ "' could not be added; trying again until it can. "
						+ "If this application ends before, upsert the scheduler again.");
			}
		}
	}

	/** Adds the iteration after a job; answers why that has to be tried again, if so. */
	private @Nullable RuntimeException proceed(BullmqReservedJob job) {
		String schedulerId = job.record().schedulerId();
		if (schedulerId == null || schedulerId.isEmpty()) {
			return null;
		}
		BullmqRule rule = BullmqRule.of(job);
		if (rule == null) {
			logger.warn(about(job) + "it repeats in a way of old BullMQ versions; "
					+ "no further iteration is added. Create a job scheduler instead.");
			return null;
		}
		return proceed(job, rule);
	}

	private @Nullable RuntimeException proceed(BullmqReservedJob job, BullmqRule rule) {
		try {
			addNext(job, rule);
		}
		catch (IllegalArgumentException ex) {
			logger.warn(about(job) + "scheduler '" + Printable.of(rule.schedulerId())
					+ "' stops, because its rule cannot be read: " + Printable.of(ex.getMessage()));
		}
		catch (RuntimeException ex) {
			// the job itself is taken already and must not be lost with its successor
			logger.debug(about(job) + "the iteration after it could not be added", ex);
			this.overdue.add(job);
			return ex;
		}
		return null;
	}

	private void addNext(BullmqReservedJob job, BullmqRule rule) {
		long now = now();
		if (rule.hasEnded(now)) {
			return;
		}
		Reply scheduler = this.scripts.getScheduler(rule.schedulerId());
		if (scheduler.size() == 0 || !job.id().equals(rule.iterationId(scheduler.text(0)))) {
			return;
		}
		OptionalLong next = rule.next(scheduler, now);
		if (next.isEmpty()) {
			return;
		}
		ObjectNode options = rule.options(next.getAsLong(), now);
		this.scripts.addIteration(now,
				new BullmqScripts.Iteration(rule.schedulerId(), scheduler.text(0), next.getAsLong(),
						BullmqJson.bytes(options), job.payload(), options.path("priority").asInt(0),
						job.options().lifo(), job.record().deduplicationId()));
		this.passed.added(rule.iterationId(next.getAsLong()));
	}

	private long now() {
		return this.clock.millis() + this.passed.millis();
	}

	private String about(BullmqReservedJob job) {
		return "Queue '" + this.queue + "', job " + Printable.of(job.id()) + ": ";
	}

}
