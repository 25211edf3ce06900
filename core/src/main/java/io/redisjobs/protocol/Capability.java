package io.redisjobs.protocol;

/** What a contract can express; an option that needs a missing one is refused. */
public enum Capability {

	/** Jobs have names that handlers are picked by. */
	NAME("name"),
	/** The caller may choose the id. */
	CUSTOM_ID("id"),
	/** Jobs can wait for a time. */
	DELAY("delay"),
	/** Jobs can have a priority. */
	PRIORITY("priority"),
	/** Jobs can go to the front. */
	LIFO("lifo"),
	/** A job can say how many attempts it has. */
	ATTEMPTS("attempts"),
	/** A job can say how long it waits between attempts. */
	BACKOFF("backoff"),
	/** A job can say how long its lease is. */
	TIMEOUT("timeout"),
	/** A job can say what is kept of it. */
	RETENTION("removeOnComplete, removeOnFail"),
	/** A job can say how many of its log lines are kept. */
	KEEP_LOGS("keepLogs"),
	/** A job can say how many of its stack traces are kept. */
	STACK_TRACE_LIMIT("stackTraceLimit"),
	/** Jobs can be deduplicated. */
	DEDUPLICATION("deduplication"),
	/** Jobs can be children of another. */
	PARENT("parent"),
	/** Jobs can wait until another and its children are done. */
	AFTER("after"),
	/** Jobs can belong to a group. */
	GROUP("group"),
	/** Jobs name the user they are run for. */
	USER_ID("userId"),
	/** Jobs have a type beside their name. */
	TYPE("type"),
	/** Jobs carry a trace context. */
	TRACE_CONTEXT("traceContext"),
	/** Running jobs report progress. */
	PROGRESS("progress"),
	/** Running jobs write logs. */
	LOGS("log"),
	/** A finished job has a result that can be read. */
	RESULT("result"),
	/** The payload is JSON; other contracts take any bytes. */
	JSON_PAYLOAD("payload"),
	/** A job can be found by its id. */
	FIND("find"),
	/** The whole queue can be paused for every worker. */
	PAUSE("pause"),
	/** Jobs start in the order they were published. */
	FIFO("fifo");

	private final String option;

	Capability(String option) {
		this.option = option;
	}

	/** The name a user knows it by. */
	public String option() {
		return this.option;
	}

}
