package io.redisjobs.annotation;

import io.redisjobs.listener.invoke.JobInvoker;
import org.jspecify.annotations.Nullable;

/**
 * A handler and where it belongs.
 *
 * @param queue the queue
 * @param name the job name it takes, empty for all that no other takes
 * @param invoker what runs
 * @param concurrency how many jobs of the queue run at a time, if it says so
 * @param autoStartup whether the queue's container starts by itself, if it says so
 * @param containerFactory the bean name of the container factory, if it names one
 */
public record JobEndpoint(String queue, String name, JobInvoker invoker, @Nullable Integer concurrency,
		@Nullable Boolean autoStartup, @Nullable String containerFactory) {

	/** A handler with nothing but defaults. */
	public static JobEndpoint of(String queue, String name, JobInvoker invoker) {
		return new JobEndpoint(queue, name, invoker, null, null, null);
	}

}
