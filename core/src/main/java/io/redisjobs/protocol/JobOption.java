package io.redisjobs.protocol;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import io.redisjobs.JobOptions;
import org.jspecify.annotations.Nullable;

/**
 * The options a job can have: what each is called, what a contract must be capable of to
 * take it, and which values make sense in any contract.
 */
public enum JobOption {

	/** See {@link JobOptions#name(String)}. */
	NAME("name", Capability.NAME, JobOptions::name),
	/** See {@link JobOptions#id(String)}. */
	ID("id", Capability.CUSTOM_ID, JobOptions::id),
	/** See {@link JobOptions#delay(Duration)}. */
	DELAY("delay", Capability.DELAY, JobOptions::delay, JobOption::negative),
	/** See {@link JobOptions#runAt(java.time.Instant)}. */
	RUN_AT("runAt", Capability.DELAY, JobOptions::runAt),
	/** See {@link JobOptions#priority(int)}. */
	PRIORITY("priority", Capability.PRIORITY, JobOptions::priority, below("priority", 0)),
	/** See {@link JobOptions#lifo(boolean)}. */
	LIFO("lifo", Capability.LIFO, JobOptions::lifo),
	/** See {@link JobOptions#attempts(int)}. */
	ATTEMPTS("attempts", Capability.ATTEMPTS, JobOptions::attempts, below("attempts", 1)),
	/** See {@link JobOptions#backoff(io.redisjobs.Backoff)}. */
	BACKOFF("backoff", Capability.BACKOFF, JobOptions::backoff),
	/** See {@link JobOptions#timeout(Duration)}. */
	TIMEOUT("timeout", Capability.TIMEOUT, JobOptions::timeout, JobOption::shorterThanAMillisecond),
	/** See {@link JobOptions#removeOnComplete(io.redisjobs.JobRetention)}. */
	REMOVE_ON_COMPLETE("removeOnComplete", Capability.RETENTION, JobOptions::removeOnComplete),
	/** See {@link JobOptions#removeOnFail(io.redisjobs.JobRetention)}. */
	REMOVE_ON_FAIL("removeOnFail", Capability.RETENTION, JobOptions::removeOnFail),
	/** See {@link JobOptions#keepLogs(int)}. */
	KEEP_LOGS("keepLogs", Capability.KEEP_LOGS, JobOptions::keepLogs, below("keepLogs", 0)),
	/** See {@link JobOptions#stackTraceLimit(int)}. */
	STACK_TRACE_LIMIT("stackTraceLimit", Capability.STACK_TRACE_LIMIT, JobOptions::stackTraceLimit,
			below("stackTraceLimit", 0)),
	/** See {@link JobOptions#deduplication(io.redisjobs.Deduplication)}. */
	DEDUPLICATION("deduplication", Capability.DEDUPLICATION, JobOptions::deduplication),
	/** See {@link JobOptions#parent(io.redisjobs.ParentLink)}. */
	PARENT("parent", Capability.PARENT, JobOptions::parent),
	/** See {@link JobOptions#after(String)}. */
	AFTER("after", Capability.AFTER, JobOptions::after),
	/** See {@link JobOptions#group(String, int)}. */
	GROUP("group", Capability.GROUP, JobOptions::group),
	/** See {@link JobOptions#userId(String)}. */
	USER_ID("userId", Capability.USER_ID, JobOptions::userId),
	/** See {@link JobOptions#type(String)}. */
	TYPE("type", Capability.TYPE, JobOptions::type),
	/** See {@link JobOptions#traceContext(String)}. */
	TRACE_CONTEXT("traceContext", Capability.TRACE_CONTEXT, JobOptions::traceContext);

	private static final List<JobOption> ALL = List.of(values());

	private final String option;

	private final Capability capability;

	private final Function<JobOptions, @Nullable Object> value;

	private final Function<JobOptions, @Nullable String> problem;

	JobOption(String option, Capability capability, Function<JobOptions, @Nullable Object> value) {
		this(option, capability, value, (any) -> null);
	}

	<T> JobOption(String option, Capability capability, Function<JobOptions, ? extends @Nullable T> value,
			Function<T, @Nullable String> problem) {
		this.option = option;
		this.capability = capability;
		this.value = value::apply;
		this.problem = (options) -> {
			T set = value.apply(options);
			return (set != null) ? problem.apply(set) : null;
		};
	}

	/** All options in their order, without a copy of them. */
	public static List<JobOption> all() {
		return ALL;
	}

	/** The options that need a capability; none where it is about something else. */
	public static List<JobOption> of(Capability capability) {
		return ALL.stream().filter((option) -> option.capability == capability).toList();
	}

	/** What it is called: the name of its method of {@link JobOptions}. */
	public String option() {
		return this.option;
	}

	/** What a contract must be capable of to take it. */
	public Capability capability() {
		return this.capability;
	}

	/** Whether it is set. */
	public boolean isSet(JobOptions options) {
		return this.value.apply(options) != null;
	}

	/**
	 * What is wrong with its value, whatever the contract; {@code null} if nothing is, or
	 * it is not set.
	 */
	public @Nullable String problem(JobOptions options) {
		return this.problem.apply(options);
	}

	private static @Nullable String negative(Duration delay) {
		return delay.isNegative() ? "a delay cannot be negative: " + delay : null;
	}

	private static @Nullable String shorterThanAMillisecond(Duration timeout) {
		return (timeout.compareTo(Duration.ofMillis(1)) < 0) ? "a timeout must be at least 1 ms, not " + timeout : null;
	}

	private static Function<Integer, @Nullable String> below(String option, int least) {
		return (value) -> (value < least) ? "option '" + option + "' must be at least " + least + ", not " + value
				: null;
	}

}
