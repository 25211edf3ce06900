package io.redisjobs.autoconfigure;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.listener.RetryLog;
import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

/**
 * Refuses properties of queues that cannot work: values no queue can have, and what a
 * queue's contract does not know.
 */
final class QueueChecks {

	private static final String NO_HAND_BACKS = "does nothing where unfit-jobs is fail";

	private final PropertiesByQueue queues;

	private final PropertyNames names;

	QueueChecks(PropertiesByQueue queues, PropertyNames names) {
		this.queues = queues;
		this.names = names;
	}

	void run(Collection<ContractGroup> groups) {
		checkCommon("redis-jobs.defaults", this.queues.defaults(), this.queues.defaults());
		groups.forEach(this::checkDefaults);
		this.queues.queues().forEach((queue) -> check(queue, groups));
	}

	// what a contract refuses of the common defaults matters to the queues that speak it
	private void checkDefaults(ContractGroup group) {
		boolean usual = group.protocol().equals(this.queues.usualProtocol());
		this.queues.boundDefaults(group, usual).check(new PropertyCheck("redis-jobs.defaults." + group.protocol()));
	}

	private void check(String queue, Collection<ContractGroup> groups) {
		String prefix = WrittenQueues.place(queue);
		String protocol = this.queues.protocol(queue);
		groups.forEach((group) -> refuseMisplaced(queue, protocol, group));
		checkCommon(prefix, this.queues.own(queue), this.queues.common(queue));
		groups.stream()
			.filter((group) -> group.protocol().equals(protocol))
			.forEach((group) -> this.queues.bound(group, queue).check(new PropertyCheck(prefix + "." + protocol)));
	}

	private void refuseMisplaced(String queue, String protocol, ContractGroup group) {
		String prefix = WrittenQueues.place(queue);
		List<String> set = this.names.set(queue, group.protocol());
		if (group.protocol().equals(protocol)) {
			ContractProperties properties = this.queues.bound(group, queue);
			refuseForAllQueues(prefix + "." + protocol, set, properties.forAllQueues());
			refuseUnused(queue, protocol, properties.unused());
		}
		else if (!set.isEmpty()) {
			throw new InvalidJobsConfigurationException(
					"Queue '" + queue + "' speaks " + protocol + ", but has properties of " + group.protocol() + ": "
							+ prefix + "." + group.protocol() + "." + set.get(0),
					"Remove them, or set " + prefix + ".protocol to " + group.protocol() + ".");
		}
	}

	private static void refuseForAllQueues(String prefix, List<String> set, Set<String> forAllQueues) {
		for (String name : set) {
			if (forAllQueues.contains(name)) {
				throw new InvalidJobsConfigurationException(
						"The property " + prefix + "." + name + " is not a single queue's: it holds for all",
						"Set it under redis-jobs.defaults.");
			}
		}
	}

	private void refuseUnused(String queue, String protocol, Set<String> unused) {
		for (String name : this.names.set(queue)) {
			if (unused.contains(name)) {
				throw new InvalidJobsConfigurationException(
						"Queue '" + queue + "' speaks " + protocol + ", which does not know the property "
								+ WrittenQueues.place(queue) + "." + name,
						"Remove it. Under redis-jobs.defaults it holds for the queues whose contract knows it.");
			}
		}
	}

	private static void checkCommon(String prefix, QueueProperties queue, QueueProperties merged) {
		new PropertyCheck(prefix).atLeast("concurrency", queue.getConcurrency(), 1)
			.atLeast("lease", queue.getLease(), Duration.ofSeconds(1))
			.atLeast("shutdown-timeout", queue.getShutdownTimeout(), Duration.ZERO)
			.atLeast("max-attempts", queue.getMaxAttempts(), 1)
			.atLeast("backoff", queue.getBackoff(), Duration.ZERO)
			.atLeast("backoff-cap", queue.getBackoffCap(), Duration.ZERO)
			.atLeast("keep-completed-for", queue.getKeepCompletedFor(), Duration.ZERO)
			.atLeast("keep-failed-for", queue.getKeepFailedFor(), Duration.ZERO)
			.atLeast("max-payload", queue.getMaxPayload(), DataSize.ofBytes(1))
			.that(queue.getMaxPayload() == null || queue.getMaxPayload().toBytes() <= Integer.MAX_VALUE, "max-payload",
					String.valueOf(queue.getMaxPayload()), "must be less than 2GB")
			.that(areExceptions(queue.getNotRetryable()), "not-retryable", String.valueOf(queue.getNotRetryable()),
					"must name types of exceptions")
			.that(!Boolean.TRUE.equals(queue.getRetryStackTrace()) || merged.getRetryLogLevel() != RetryLog.Level.OFF,
					"retry-stack-trace", "true", "does nothing while retry-log-level is off")
			.atLeast("unfit-hand-backs", queue.getUnfitHandBacks(), 0)
			.atLeast("unfit-pause", queue.getUnfitPause(), Duration.ofMillis(1))
			.that(queue.getUnfitHandBacks() == null || handsBack(merged), "unfit-hand-backs",
					String.valueOf(queue.getUnfitHandBacks()), NO_HAND_BACKS)
			.that(queue.getUnfitPause() == null || handsBack(merged), "unfit-pause",
					String.valueOf(queue.getUnfitPause()), NO_HAND_BACKS)
			.needs("backoff-type", queue.getBackoffType(), "backoff", merged.getBackoff());
	}

	private static boolean handsBack(QueueProperties queue) {
		return queue.getUnfitJobs() != QueueProperties.UnfitJobs.FAIL;
	}

	// binding takes any class
	private static boolean areExceptions(@Nullable List<? extends Class<?>> types) {
		return types == null || types.stream().allMatch(Throwable.class::isAssignableFrom);
	}

}
