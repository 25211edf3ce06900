package io.redisjobs.listener;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.JobOperations;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.listener.error.JobErrorHandler;
import io.redisjobs.listener.invoke.JobHandlers;
import io.redisjobs.listener.invoke.JobInterceptor;
import io.redisjobs.listener.invoke.JobInvoker;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.OpenQueue;

/** Makes containers. */
public class JobContainerFactory {

	private final JobQueues queues;

	private final PayloadConverter converter;

	private final JobOperations jobs;

	private final Function<String, JobErrorHandler> errorHandlers;

	private final Collaborators collaborators;

	private final Function<String, Executor> executors;

	private final SharedThreads shared;

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
		this.shared = SharedThreads.withPlaces(collaborators.waitingQueues());
	}

	/**
	 * Makes a container.
	 * @param queue the queue's name
	 * @param handlers its handlers by job name; the empty name takes all others
	 * @param settings how it runs jobs
	 * @throws InvalidJobsConfigurationException if a handler is for jobs of a name, which
	 * jobs of the queue's contract do not have
	 */
	public JobContainer create(String queue, Map<String, JobInvoker> handlers, ContainerSettings settings) {
		OpenQueue open = this.queues.get(queue);
		if (!open.can(Capability.NAME)) {
			refuseNames(open, handlers);
		}
		JobContainer.Environment environment = new JobContainer.Environment(this.converter, this.jobs,
				this.errorHandlers.apply(queue), new CompositeJobMonitor(this.collaborators.monitors()),
				new RunContexts(this.collaborators.contexts()), this.executors.apply(queue), this.collaborators.clock(),
				this.shared);
		return new JobContainer(open, new JobHandlers(queue, handlers, this.collaborators.interceptors()), settings,
				environment);
	}

	private static void refuseNames(OpenQueue queue, Map<String, JobInvoker> handlers) {
		handlers.forEach((name, handler) -> {
			if (!name.isEmpty()) {
				throw new InvalidJobsConfigurationException(
						"Queue '" + queue.name() + "': handler " + handler + " is for jobs named '" + name
								+ "', and jobs of the contract " + queue.protocol().id()
								+ " have no names, so that it would never be called",
						"Remove the name from the handler and tell jobs apart by their payloads, give them a queue of "
								+ "their own, or let the queue have a contract whose jobs have names: "
								+ "redis-jobs.queues." + queue.name() + ".protocol.");
			}
		});
	}

	/**
	 * Who else takes part.
	 *
	 * @param interceptors surround every run, in order
	 * @param monitors hear what happens
	 * @param contexts surround every run with its interceptors, in order
	 * @param clock tells the time
	 * @param waitingQueues how many queues may wait for jobs on a thread and a connection
	 * of their own; if there are more, those without jobs share one connection
	 */
	public record Collaborators(List<JobInterceptor> interceptors, List<JobMonitor> monitors,
			List<JobRunContext> contexts, Clock clock, int waitingQueues) {

	}

}
