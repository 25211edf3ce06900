package io.redisjobs.testing;

import java.util.List;

import io.redisjobs.listener.InlineRun;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.listener.JobContainerRegistry;

/**
 * Runs the jobs of a queue on the test's thread: converted, intercepted, handled, and
 * completed or failed as in the application, and done when the call returns.
 */
public final class JobTester {

	private static final int MOST = 1000;

	private final JobContainerRegistry containers;

	public JobTester(JobContainerRegistry containers) {
		this.containers = containers;
	}

	/**
	 * Runs all jobs of a queue that are waiting, including those that the handlers
	 * publish to it and retries that are due at once.
	 * @return what happened, in order
	 * @throws IllegalArgumentException if no handler takes the queue's jobs
	 * @throws IllegalStateException if the queue's container is running, or the jobs do
	 * not come to an end
	 */
	public List<TestedJob> run(String queue) {
		List<TestedJob> jobs = run(queue, MOST);
		if (jobs.size() == MOST) {
			throw new IllegalStateException("Queue '" + queue + "' still had jobs after " + MOST + ", the last of them "
					+ jobs.get(MOST - 1) + "; run(queue, limit) runs some of many");
		}
		return jobs;
	}

	/**
	 * Runs jobs of a queue that are waiting.
	 * @param limit the most jobs to run
	 * @return what happened, in order
	 */
	public List<TestedJob> run(String queue, int limit) {
		List<InlineRun> runs = container(queue).runInline(limit);
		return runs.stream().map(TestedJob::new).toList();
	}

	/**
	 * Runs the one job that is waiting.
	 * @return what happened to it
	 * @throws AssertionError if there is none, or more than one was run
	 */
	public TestedJob runOne(String queue) {
		List<TestedJob> jobs = run(queue);
		if (jobs.size() != 1) {
			throw new AssertionError("Expected one job in queue '" + queue + "', but " + jobs.size() + " ran: " + jobs);
		}
		return jobs.get(0);
	}

	private JobContainer container(String queue) {
		return this.containers.get(queue)
			.orElseThrow(() -> new IllegalArgumentException("No handler takes the jobs of queue '" + queue
					+ "'; there are handlers for " + this.containers.all().stream().map(JobContainer::queue).toList()));
	}

}
