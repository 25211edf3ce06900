package io.redisjobs.publish;

import java.time.Duration;

import io.redisjobs.Deduplication;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.UnsupportedJobOptionException;
import io.redisjobs.protocol.JobOption;
import io.redisjobs.protocol.OpenQueue;

/**
 * Refuses options that a queue's contract lacks, and those that make no sense anywhere.
 */
final class OptionGuard {

	private OptionGuard() {
	}

	static void check(OpenQueue queue, JobOptions options) {
		for (JobOption option : JobOption.all()) {
			if (option.isSet(options) && !queue.can(option.capability())) {
				throw new UnsupportedJobOptionException(queue.name(), queue.protocol().id(), option.option());
			}
		}
		if (options.delay() != null && options.runAt() != null) {
			throw new JobRefusedException(queue.name(), "a job has either a delay or a runAt, not both");
		}
		Deduplication deduplication = options.deduplication();
		if (deduplication != null && deduplication.isDebounce() && startsAtOnce(options)) {
			throw new JobRefusedException(queue.name(),
					"a job that debounces needs a delay: without one the first job starts at once, and later ones are "
							+ "not added until " + deduplication.ttl() + " has passed. Set option 'delay' to that "
							+ "time, or use Deduplication.throttle if the first job is the one to run");
		}
		for (JobOption option : JobOption.all()) {
			String problem = option.problem(options);
			if (problem != null) {
				throw new JobRefusedException(queue.name(), problem);
			}
		}
	}

	private static boolean startsAtOnce(JobOptions options) {
		Duration delay = options.delay();
		// milliseconds are counted; a negative delay has a message of its own
		return options.runAt() == null
				&& (delay == null || !delay.isNegative() && delay.compareTo(Duration.ofMillis(1)) < 0);
	}

}
