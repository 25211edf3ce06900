package io.redisjobs;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * How a job is to be run. Every option is optional. One that the queue's contract does
 * not have is refused with an {@link UnsupportedJobOptionException} when the job is
 * published, and a value that makes no sense with a {@link JobRefusedException}; in both
 * cases nothing is written to Redis.
 * <p>
 * An instance belongs to one job. What is set on it after the job was published has no
 * effect.
 */
public final class JobOptions implements Cloneable {

	private @Nullable String name;

	private @Nullable String id;

	private @Nullable Duration delay;

	private @Nullable Instant runAt;

	private @Nullable Integer priority;

	private @Nullable Boolean lifo;

	private @Nullable Integer attempts;

	private @Nullable Backoff backoff;

	private @Nullable Duration timeout;

	private @Nullable JobRetention removeOnComplete;

	private @Nullable JobRetention removeOnFail;

	private @Nullable Integer keepLogs;

	private @Nullable Integer stackTraceLimit;

	private @Nullable Deduplication deduplication;

	private @Nullable ParentLink parent;

	private @Nullable String after;

	private @Nullable JobGroup group;

	private @Nullable String userId;

	private @Nullable String type;

	private @Nullable String traceContext;

	private @Nullable JobContext publishedBy;

	/**
	 * Sets the job's name, by which handlers are picked ({@link JobHandler#name()}). With
	 * BullMQ a job without one is called {@code default}; with Conveyor and streams the
	 * name is the job's {@linkplain #type(String) type}. OmniQ has no names.
	 */
	public JobOptions name(String name) {
		this.name = name;
		return this;
	}

	/**
	 * Sets an id of the caller's choice instead of a generated one. No contract limits
	 * its length, but the id is part of keys, so keep it short.
	 * <p>
	 * <b>BullMQ:</b> neither an integer nor with a {@code :} in it. While a job with the
	 * same id is stored, finished ones included, nothing is added, and
	 * {@link PublishedJob#added()} is {@code false}. <b>OmniQ:</b> without control
	 * characters and without blanks around it. A job with the same id is refused, unless
	 * the queue's {@code on-duplicate} says otherwise. <b>Streams:</b> any text; a job
	 * with the same id is added again, and runs once if the queue is
	 * {@code once-per-job-id}. <b>Conveyor</b> generates all ids itself.
	 */
	public JobOptions id(String id) {
		this.id = id;
		return this;
	}

	/**
	 * Sets how long the job waits before it may run, from when it is published; zero is
	 * at once, a negative delay is refused. It is counted by this application's clock,
	 * except in OmniQ queues whose {@code clock} is {@code redis}. A job has either a
	 * delay or a {@linkplain #runAt(Instant) moment}.
	 */
	public JobOptions delay(Duration delay) {
		this.delay = delay;
		return this;
	}

	/** Sets the moment before which it does not run; one in the past is at once. */
	public JobOptions runAt(Instant runAt) {
		this.runAt = runAt;
		return this;
	}

	/**
	 * Sets its priority: 1 goes first, larger numbers later, up to 2,097,152. Jobs
	 * without a priority go before all that have one; 0 is none. Jobs of one priority run
	 * in the order of their publication.
	 */
	public JobOptions priority(int priority) {
		this.priority = priority;
		return this;
	}

	/**
	 * Sets whether it goes before everything that waits already, instead of to the end. A
	 * job with a {@linkplain #priority(int) priority} keeps to that.
	 */
	public JobOptions lifo(boolean lifo) {
		this.lifo = lifo;
		return this;
	}

	/**
	 * Sets how many attempts it has at most, the first one included; at least 1. Unless
	 * set, it is the queue's {@code max-attempts} (1 with BullMQ, 3 with the others).
	 * With streams only the queue says it.
	 */
	public JobOptions attempts(int attempts) {
		this.attempts = attempts;
		return this;
	}

	/**
	 * Sets how long it waits between attempts. Unless set, it is the queue's
	 * {@code backoff} (none with BullMQ, 5 s with OmniQ). OmniQ knows fixed waits without
	 * jitter only. With Conveyor (2 s) and streams (30 s) only the queue says it.
	 */
	public JobOptions backoff(Backoff backoff) {
		this.backoff = backoff;
		return this;
	}

	/**
	 * Sets how long its lease is, at least 1 ms: how long a worker may be silent about it
	 * before another one gets it. It is no limit for the handler, whose lease is extended
	 * while it runs. Unless set, it is the queue's {@code lease} (30 s).
	 */
	public JobOptions timeout(Duration timeout) {
		this.timeout = timeout;
		return this;
	}

	/**
	 * Sets which completed jobs are kept. It is applied to all completed jobs of the
	 * queue when this one completes. Unless set, the queue's {@code keep-completed} and
	 * {@code keep-completed-for} say it, and without these all are kept.
	 */
	public JobOptions removeOnComplete(JobRetention removeOnComplete) {
		this.removeOnComplete = removeOnComplete;
		return this;
	}

	/**
	 * Sets which failed jobs are kept. It is applied to all failed jobs of the queue when
	 * this one has failed for good. Unless set, the queue's {@code keep-failed} and
	 * {@code keep-failed-for} say it, and without these all are kept.
	 */
	public JobOptions removeOnFail(JobRetention removeOnFail) {
		this.removeOnFail = removeOnFail;
		return this;
	}

	/** Sets how many lines of its log are kept, the newest ones; all unless set. */
	public JobOptions keepLogs(int keepLogs) {
		this.keepLogs = keepLogs;
		return this;
	}

	/** Sets how many of its stack traces are kept, the newest; all unless set. */
	public JobOptions stackTraceLimit(int stackTraceLimit) {
		this.stackTraceLimit = stackTraceLimit;
		return this;
	}

	/**
	 * Lets it stand for later jobs with the same deduplication id, which are not added
	 * then: they have the {@linkplain PublishedJob#id() id} of the job that stands for
	 * them, and {@link PublishedJob#added()} is {@code false}.
	 */
	public JobOptions deduplication(Deduplication deduplication) {
		this.deduplication = deduplication;
		return this;
	}

	/**
	 * Makes it a child of another job, which goes on when its children are done. The
	 * parent must exist, and with Conveyor not have ended, unless the queue's
	 * {@code verify-parent} is off. In a handler, {@link JobContext#children()} is
	 * shorter and safer.
	 */
	public JobOptions parent(ParentLink parent) {
		this.parent = parent;
		return this;
	}

	/** Makes it a child of a job of its queue ({@link ParentLink.OnFailure#WAIT}). */
	public JobOptions parent(String id) {
		return parent(new ParentLink(null, id, ParentLink.OnFailure.WAIT));
	}

	/**
	 * Lets it start when another job with all its children is done, given that one's id.
	 * That one must not have ended, unless the queue's {@code verify-parent} is off. In a
	 * handler, {@link JobContext#then()} is shorter and safer.
	 */
	public JobOptions after(String after) {
		this.after = after;
		return this;
	}

	/**
	 * Puts it into a group: of its jobs only so many run at a time, and groups take
	 * turns.
	 */
	public JobOptions group(JobGroup group) {
		this.group = group;
		return this;
	}

	/** Puts it into a group with the limit that the group has, 1 unless one was given. */
	public JobOptions group(String id) {
		return group(new JobGroup(id, null));
	}

	/**
	 * Puts it into a group of which only so many jobs run at a time. The first limit that
	 * a group is given stays; 0 gives none.
	 */
	public JobOptions group(String id, int limit) {
		return group(new JobGroup(id, limit));
	}

	/** Sets the user it is run for, who is named in its result or failure too. */
	public JobOptions userId(String userId) {
		this.userId = userId;
		return this;
	}

	/**
	 * Sets its type, by which handlers are picked and routers forward it. Unless set, it
	 * is the full name of a payload that is a protobuf message, the {@code job-type} of a
	 * Conveyor queue, or the name of the queue (in upper case with streams). A
	 * {@linkplain #name(String) name} is the same thing: give one of them.
	 */
	public JobOptions type(String type) {
		this.type = type;
		return this;
	}

	/**
	 * Sets the trace it belongs to, as BullMQ stores it. Where tracing is on, jobs
	 * without one carry that of the publisher.
	 */
	public JobOptions traceContext(String traceContext) {
		this.traceContext = traceContext;
		return this;
	}

	/**
	 * Publishes the job only if a run still owns its own job, as far as that run knows,
	 * and throws a {@link JobLeaseLostException} otherwise. Where the new job is a child
	 * or follow-up of that one, Redis decides. {@link JobContext#children()} and
	 * {@link JobContext#then()} set it.
	 */
	public JobOptions publishedBy(JobContext run) {
		this.publishedBy = run;
		return this;
	}

	/** Its name, if set. */
	public @Nullable String name() {
		return this.name;
	}

	/** The id of the caller's choice, if set. */
	public @Nullable String id() {
		return this.id;
	}

	/** How long it waits, if set. */
	public @Nullable Duration delay() {
		return this.delay;
	}

	/** The moment before which it does not run, if set. */
	public @Nullable Instant runAt() {
		return this.runAt;
	}

	/** Its priority, if set. */
	public @Nullable Integer priority() {
		return this.priority;
	}

	/** Whether it goes before everything that waits already, if set. */
	public @Nullable Boolean lifo() {
		return this.lifo;
	}

	/** How many attempts it has at most, if set. */
	public @Nullable Integer attempts() {
		return this.attempts;
	}

	/** How long it waits between attempts, if set. */
	public @Nullable Backoff backoff() {
		return this.backoff;
	}

	/** How long its lease is, if set. */
	public @Nullable Duration timeout() {
		return this.timeout;
	}

	/** Which completed jobs are kept, if set. */
	public @Nullable JobRetention removeOnComplete() {
		return this.removeOnComplete;
	}

	/** Which failed jobs are kept, if set. */
	public @Nullable JobRetention removeOnFail() {
		return this.removeOnFail;
	}

	/** How many log lines are kept, if set. */
	public @Nullable Integer keepLogs() {
		return this.keepLogs;
	}

	/** How many stack traces are kept, if set. */
	public @Nullable Integer stackTraceLimit() {
		return this.stackTraceLimit;
	}

	/** How it stands for others, if set. */
	public @Nullable Deduplication deduplication() {
		return this.deduplication;
	}

	/** The job it is a child of, if set. */
	public @Nullable ParentLink parent() {
		return this.parent;
	}

	/** The id of the job that must be done first, if set. */
	public @Nullable String after() {
		return this.after;
	}

	/** Its group, if set. */
	public @Nullable JobGroup group() {
		return this.group;
	}

	/** The user it is run for, if set. */
	public @Nullable String userId() {
		return this.userId;
	}

	/** Its type, if set. */
	public @Nullable String type() {
		return this.type;
	}

	/** The trace it belongs to, if set. */
	public @Nullable String traceContext() {
		return this.traceContext;
	}

	/** The run that must still own its job, if set. */
	public @Nullable JobContext publishedBy() {
		return this.publishedBy;
	}

	/** The same options, independent of these. */
	public JobOptions copy() {
		try {
			return (JobOptions) clone();
		}
		catch (CloneNotSupportedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
