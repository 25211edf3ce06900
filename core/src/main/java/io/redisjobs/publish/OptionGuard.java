package io.redisjobs.publish;

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
		for (JobOption option : JobOption.all()) {
			String problem = option.problem(options);
			if (problem != null) {
				throw new JobRefusedException(queue.name(), problem);
			}
		}
	}

}
