package io.redisjobs.listener;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;

import io.redisjobs.JobOperations;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.listener.error.JobErrorHandler;
import io.redisjobs.listener.invoke.JobHandlers;
import io.redisjobs.listener.invoke.JobInterceptor;
import io.redisjobs.listener.invoke.JobInvoker;
import io.redisjobs.protocol.JobQueues;

/** Makes containers. */
public class JobContainerFactory {

	private final JobQueues queues;

	private final PayloadConverter converter;

	private final JobOperations jobs;

	private final Function<String, JobErrorHandler> errorHandlers;

	private final Collaborators collaborators;

	private final Function<String, Executor> executors;

	/**
	 * Creates the factory.
	 * @param queues opens queues
	 * @param converter reads payloads and writes results
	 * @param jobs publishes follow-ups
	 * @param errorHandlers the error handler of a queue
	 * @param collaborators interceptors, monitors and contexts of runs
	 * @param executors what runs the threads of a queue's container
	 */
	public JobContainerFactory(JobQueues queues, PayloadConverter converter, JobOperations jobs,
			Function<String, JobErrorHandler> errorHandlers, Collaborators collaborators,
			Function<String, Executor> executors) {
		this.queues = queues;
		this.converter = converter;
		this.jobs = jobs;
		this.errorHandlers = errorHandlers;
		this.collaborators = collaborators;
		this.executors = executors;
	}

	/**
	 * Makes a container.
	 * @param queue the queue's name
	 * @param handlers its handlers by job name; the empty name takes all others
	 * @param settings how it runs jobs
	 */
	public JobContainer create(String queue, Map<String, JobInvoker> handlers, ContainerSettings settings) {
		JobContainer.Environment environment = new JobContainer.Environment(this.converter, this.jobs,
				this.errorHandlers.apply(queue), new CompositeJobMonitor(this.collaborators.monitors()),
				new RunContexts(this.collaborators.contexts()), this.executors.apply(queue),
				this.collaborators.clock());
		return new JobContainer(this.queues.get(queue),
				new JobHandlers(queue, handlers, this.collaborators.interceptors()), settings, environment);
	}

	/**
	 * Who else takes part.
	 *
	 * @param interceptors surround every run, in order
	 * @param monitors hear what happens
	 * @param contexts surround every run with its interceptors, in order
	 * @param clock tells the time
	 */
	public record Collaborators(List<JobInterceptor> interceptors, List<JobMonitor> monitors,
			List<JobRunContext> contexts, Clock clock) {

	}

}
