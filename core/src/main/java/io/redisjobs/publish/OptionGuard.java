package io.redisjobs.publish;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.UnsupportedJobOptionException;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.OpenQueue;
import org.jspecify.annotations.Nullable;

/**
 * Refuses options that a queue's contract lacks, and those that make no sense anywhere.
 */
final class OptionGuard {

	private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);

	private static final Map<String, Rule> RULES = new LinkedHashMap<>();

	static {
		rule("name", Capability.NAME, JobOptions::name);
		rule("id", Capability.CUSTOM_ID, JobOptions::id);
		rule("delay", Capability.DELAY, JobOptions::delay);
		rule("runAt", Capability.DELAY, JobOptions::runAt);
		rule("priority", Capability.PRIORITY, JobOptions::priority);
		rule("lifo", Capability.LIFO, JobOptions::lifo);
		rule("attempts", Capability.ATTEMPTS, JobOptions::attempts);
		rule("backoff", Capability.BACKOFF, JobOptions::backoff);
		rule("timeout", Capability.TIMEOUT, JobOptions::timeout);
		rule("removeOnComplete", Capability.RETENTION, JobOptions::removeOnComplete);
		rule("removeOnFail", Capability.RETENTION, JobOptions::removeOnFail);
		rule("keepLogs", Capability.KEEP_LOGS, JobOptions::keepLogs);
		rule("stackTraceLimit", Capability.STACK_TRACE_LIMIT, JobOptions::stackTraceLimit);
		rule("deduplication", Capability.DEDUPLICATION, JobOptions::deduplication);
		rule("parent", Capability.PARENT, JobOptions::parent);
		rule("after", Capability.AFTER, JobOptions::after);
		rule("group", Capability.GROUP, JobOptions::group);
		rule("userId", Capability.USER_ID, JobOptions::userId);
		rule("type", Capability.TYPE, JobOptions::type);
		rule("traceContext", Capability.TRACE_CONTEXT, JobOptions::traceContext);
	}

	private OptionGuard() {
	}

	private static void rule(String option, Capability capability, Function<JobOptions, @Nullable Object> value) {
		RULES.put(option, new Rule(capability, value));
	}

	static void check(OpenQueue queue, JobOptions options) {
		RULES.forEach((option, rule) -> {
			if (rule.value().apply(options) != null && !queue.can(rule.capability())) {
				throw new UnsupportedJobOptionException(queue.name(), queue.protocol().id(), option);
			}
		});
		if (options.delay() != null && options.runAt() != null) {
			throw new JobRefusedException(queue.name(), "a job has either a delay or a runAt, not both");
		}
		if (options.delay() != null && options.delay().isNegative()) {
			throw new JobRefusedException(queue.name(), "a delay cannot be negative: " + options.delay());
		}
		if (options.timeout() != null && options.timeout().compareTo(SHORTEST_TIMEOUT) < 0) {
			throw new JobRefusedException(queue.name(), "a timeout must be at least 1 ms, not " + options.timeout());
		}
		refuseBelow(queue, "attempts", options.attempts(), 1);
		refuseBelow(queue, "keepLogs", options.keepLogs(), 0);
		refuseBelow(queue, "stackTraceLimit", options.stackTraceLimit(), 0);
		refuseBelow(queue, "priority", options.priority(), 0);
	}

	private static void refuseBelow(OpenQueue queue, String option, @Nullable Integer value, int least) {
		if (value != null && value < least) {
			throw new JobRefusedException(queue.name(),
					"option '" + option + "' must be at least " + least + ", not " + value);
		}
	}

	private record Rule(Capability capability, Function<JobOptions, @Nullable Object> value) {

	}

}
