package io.redisjobs.protocol;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a contract can express, and what one promises that declares it. An option whose
 * capability is missing is refused before Redis is touched.
 */
public enum Capability {

	/** {@link ReservedJob#name()} is the name the job was published with. */
	NAME("Jobs have names that handlers are picked by"),
	/**
	 * A job has the id it was published with; what a second one with it does is the
	 * contract's.
	 */
	CUSTOM_ID("The caller may choose the id"),
	/** A job starts when its delay or moment has passed, and at once if that is over. */
	DELAY("Jobs can wait for a time"),
	/** Jobs with a lower number start before those with a higher one. */
	PRIORITY("Jobs can have a priority"),
	/** A job starts before those that wait already. */
	LIFO("Jobs can go to the front"),
	/** {@link ReservedJob#maxAttempts()} is the job's own. */
	ATTEMPTS("A job can say how many attempts it has"),
	/** {@link FailureAction#retry()} waits as the job says. */
	BACKOFF("A job can say how long it waits between attempts"),
	/** A lease is as long as the job says, instead of the queue's. */
	TIMEOUT("A job can say how long its lease is"),
	/** Finished jobs are removed as the job says that ends. */
	RETENTION("A job can say what is kept of finished jobs"),
	/** Older lines of the job's log are removed. */
	KEEP_LOGS("A job can say how many of its log lines are kept"),
	/** Older stack traces of the job are removed. */
	STACK_TRACE_LIMIT("A job can say how many of its stack traces are kept"),
	/**
	 * A job is {@link PublishResult.Outcome#DEDUPLICATED} while another one stands for
	 * it.
	 */
	DEDUPLICATION("A job can stand for others that mean the same"),
	/** A job can be the child of another, which waits for it. */
	PARENT("Jobs can be children of another"),
	/** A job can wait for another one and all that one's children. */
	AFTER("Jobs can wait until another and its children are done"),
	/** Of a group's jobs no more run at a time than its limit. */
	GROUP("Jobs can belong to a group"),
	/** The user is among {@link ReservedJob#attributes()}. */
	USER_ID("Jobs name the user they are run for"),
	/** {@link ReservedJob#name()} is the job's type where it has no other name. */
	TYPE("Jobs have a type"),
	/** {@link ReservedJob#traceContext()} is what the job was published with. */
	TRACE_CONTEXT("Jobs carry a trace context"),
	/** The queue has the role {@link ProgressRole}. */
	PROGRESS("Running jobs report progress", "progress"),
	/** The queue has the role {@link LogRole}. */
	LOGS("Running jobs write logs", "log"),
	/** {@link Completion#result()} is stored with the job. */
	RESULT("A finished job has a result that can be read", "result"),
	/** A payload that is not JSON is refused. */
	JSON_PAYLOAD("The payload is JSON, other contracts take any bytes", "payload"),
	/** The queue has the role {@link LookupRole}. */
	FIND("A job can be found by its id", "find"),
	/**
	 * {@link JobQueue#pause()} keeps the workers of every application here from taking
	 * jobs.
	 */
	PAUSE("A queue can be paused for all applications", "pause"),
	/** Jobs without a delay or priority start in the order of their publication. */
	FIFO("Jobs start in the order they were published", "fifo");

	private final String description;

	private final String operation;

	Capability(String description) {
		this(description, "");
	}

	Capability(String description, String operation) {
		this.description = description;
		this.operation = operation;
	}

	/** What it means, as the README says it. */
	public String description() {
		return this.description;
	}

	/** The name a user knows it by: of its options, or of what can be done. */
	public String option() {
		List<JobOption> options = JobOption.of(this);
		return options.isEmpty() ? this.operation
				: options.stream().map(JobOption::option).collect(Collectors.joining(", "));
	}

}
