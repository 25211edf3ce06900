package io.redisjobs.sample.web;

import java.time.Duration;

import io.redisjobs.JobOptions;
import org.jspecify.annotations.Nullable;

/**
 * Options of a job, as request parameters.
 *
 * @param name its name
 * @param type its type
 * @param userId whom it is for
 * @param group its group
 * @param delay how long it waits
 * @param priority its priority
 * @param attempts how many attempts it has
 */
record PublishParameters(@Nullable String name, @Nullable String type, @Nullable String userId, @Nullable String group,
		@Nullable Duration delay, @Nullable Integer priority, @Nullable Integer attempts) {

	void apply(JobOptions options) {
		if (this.name != null) {
			options.name(this.name);
		}
		if (this.type != null) {
			options.type(this.type);
		}
		if (this.userId != null) {
			options.userId(this.userId);
		}
		if (this.group != null) {
			options.group(this.group);
		}
		if (this.delay != null) {
			options.delay(this.delay);
		}
		if (this.priority != null) {
			options.priority(this.priority);
		}
		if (this.attempts != null) {
			options.attempts(this.attempts);
		}
	}

}
