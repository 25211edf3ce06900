package io.redisjobs;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * How a job is to be run. Every option is optional; one that the queue's contract lacks
 * is refused when the job is published.
 */
public final class JobOptions {

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

	private @Nullable Group group;

	private @Nullable String userId;

	private @Nullable String type;

	private @Nullable String traceContext;

	private @Nullable JobContext publishedBy;

	/** Sets the job's name; handlers may be picked by it. */
	public JobOptions name(String name) {
		this.name = name;
		return this;
	}

	/** Sets an id of the caller's choice instead of a generated one. */
	public JobOptions id(String id) {
		this.id = id;
		return this;
	}

	/** Sets how long the job waits before it may run. */
	public JobOptions delay(Duration delay) {
		this.delay = delay;
		return this;
	}

	/** Sets the moment before which the job does not run. */
	public JobOptions runAt(Instant runAt) {
		this.runAt = runAt;
		return this;
	}

	/** Sets its priority as the contract counts it. */
	public JobOptions priority(int priority) {
		this.priority = priority;
		return this;
	}

	/** Sets whether it goes before everything that waits already. */
	public JobOptions lifo(boolean lifo) {
		this.lifo = lifo;
		return this;
	}

	/** Sets how many attempts it has at most. */
	public JobOptions attempts(int attempts) {
		this.attempts = attempts;
		return this;
	}

	/** Sets how long it waits between attempts. */
	public JobOptions backoff(Backoff backoff) {
		this.backoff = backoff;
		return this;
	}

	/** Sets how long a worker may be silent about it before another one gets it. */
	public JobOptions timeout(Duration timeout) {
		this.timeout = timeout;
		return this;
	}

	/** Sets what is kept once it has completed. */
	public JobOptions removeOnComplete(JobRetention removeOnComplete) {
		this.removeOnComplete = removeOnComplete;
		return this;
	}

	/** Sets what is kept once it has failed for good. */
	public JobOptions removeOnFail(JobRetention removeOnFail) {
		this.removeOnFail = removeOnFail;
		return this;
	}

	/** Sets how many log lines are kept. */
	public JobOptions keepLogs(int keepLogs) {
		this.keepLogs = keepLogs;
		return this;
	}

	/** Sets how many stack traces are kept. */
	public JobOptions stackTraceLimit(int stackTraceLimit) {
		this.stackTraceLimit = stackTraceLimit;
		return this;
	}

	/** Sets keeps jobs that mean the same from running twice. */
	public JobOptions deduplication(Deduplication deduplication) {
		this.deduplication = deduplication;
		return this;
	}

	/** Sets the job it is a child of. */
	public JobOptions parent(ParentLink parent) {
		this.parent = parent;
		return this;
	}

	/** Makes it a child of a job of the same queue. */
	public JobOptions parent(String id) {
		return parent(new ParentLink(null, id, ParentLink.OnFailure.WAIT));
	}

	/** Sets the id of the job that, with its children, must be done first. */
	public JobOptions after(String after) {
		this.after = after;
		return this;
	}

	/** Sets its group. */
	public JobOptions group(Group group) {
		this.group = group;
		return this;
	}

	/** Puts it into a group. */
	public JobOptions group(String id) {
		return group(new Group(id, null));
	}

	/** Puts it into a group of which only so many jobs run at a time. */
	public JobOptions group(String id, int limit) {
		return group(new Group(id, limit));
	}

	/** Sets the user it is run for. */
	public JobOptions userId(String userId) {
		this.userId = userId;
		return this;
	}

	/** Sets its type, where the contract tells types from names. */
	public JobOptions type(String type) {
		this.type = type;
		return this;
	}

	/** Sets the trace it belongs to, as the contract stores it. */
	public JobOptions traceContext(String traceContext) {
		this.traceContext = traceContext;
		return this;
	}

	/**
	 * Publishes the job only if this run still owns its own job, as far as it knows.
	 * Where the job becomes a child or heir of that one, Redis decides.
	 */
	public JobOptions publishedBy(JobContext run) {
		this.publishedBy = run;
		return this;
	}

	/** The job's name; handlers may be picked by it, if set. */
	public @Nullable String name() {
		return this.name;
	}

	/** An id of the caller's choice instead of a generated one, if set. */
	public @Nullable String id() {
		return this.id;
	}

	/** How long the job waits before it may run, if set. */
	public @Nullable Duration delay() {
		return this.delay;
	}

	/** The moment before which the job does not run, if set. */
	public @Nullable Instant runAt() {
		return this.runAt;
	}

	/** Its priority as the contract counts it, if set. */
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

	/** How long a worker may be silent about it before another one gets it, if set. */
	public @Nullable Duration timeout() {
		return this.timeout;
	}

	/** What is kept once it has completed, if set. */
	public @Nullable JobRetention removeOnComplete() {
		return this.removeOnComplete;
	}

	/** What is kept once it has failed for good, if set. */
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

	/** Keeps jobs that mean the same from running twice, if set. */
	public @Nullable Deduplication deduplication() {
		return this.deduplication;
	}

	/** The job it is a child of, if set. */
	public @Nullable ParentLink parent() {
		return this.parent;
	}

	/** The id of the job that, with its children, must be done first, if set. */
	public @Nullable String after() {
		return this.after;
	}

	/** Its group, if set. */
	public @Nullable Group group() {
		return this.group;
	}

	/** The user it is run for, if set. */
	public @Nullable String userId() {
		return this.userId;
	}

	/** Its type, where the contract tells types from names, if set. */
	public @Nullable String type() {
		return this.type;
	}

	/** The trace it belongs to, as the contract stores it, if set. */
	public @Nullable String traceContext() {
		return this.traceContext;
	}

	/** The run that must still own its job, if set. */
	public @Nullable JobContext publishedBy() {
		return this.publishedBy;
	}

	/**
	 * A group of jobs that share a limit.
	 *
	 * @param id the group's id
	 * @param limit how many of its jobs run at a time, or {@code null} for the contract's
	 * default
	 */
	public record Group(String id, @Nullable Integer limit) {

	}

}
