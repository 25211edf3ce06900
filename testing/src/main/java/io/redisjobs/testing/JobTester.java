package io.redisjobs.testing;

import java.time.Duration;
import java.util.List;

import io.redisjobs.JobOperations;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.listener.InlineRun;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.protocol.Delays;

/**
 * Runs jobs on the test's thread: converted, intercepted, handled, and completed or
 * failed as in the application, and done when the call returns. Lets time pass, tells
 * what was published, and answers for workers elsewhere.
 */
public final class JobTester {

	private static final int MOST = 1000;

	private static final int MOST_IN_TIME = 10_000;

	private final TestedQueues queues;

	private final PublicationRecorder publications;

	private final PayloadConverter converter;

	private final JobOperations jobs;

	private final Workers workers;

	private final CleanSlate cleanSlate;

	JobTester(TestedQueues queues, PublicationRecorder publications, PayloadConverter converter, JobOperations jobs,
			EmbeddedServer embedded) {
		this.queues = queues;
		this.publications = publications;
		this.converter = converter;
		this.jobs = jobs;
		this.workers = new Workers(queues);
		this.cleanSlate = new CleanSlate(queues, this.workers, publications, embedded);
	}

	/**
	 * Runs all jobs of all queues that are due now, as {@link #advance(Duration)} by
	 * nothing does.
	 * @return what happened, in order
	 */
	public List<TestedJob> run() {
		return pass(Duration.ZERO, MOST);
	}

	/**
	 * Runs all jobs of a queue that are waiting, including those that the handlers
	 * publish to it and retries that are due at once.
	 * @return what happened, in order
	 * @throws IllegalArgumentException if no handler takes the queue's jobs
	 * @throws IllegalStateException if the queue's container is running, a fake worker
	 * answers the queue, or the jobs do not come to an end
	 */
	public List<TestedJob> run(String queue) {
		List<TestedJob> jobs = run(queue, MOST + 1);
		if (jobs.size() > MOST) {
			throw new IllegalStateException("Queue '" + queue + "' still had jobs after " + MOST + ", the last of them "
					+ jobs.get(MOST) + "; " + VirtualTime.SOME_OF_MANY);
		}
		return jobs;
	}

	/**
	 * Runs jobs of a queue that are waiting.
	 * @param limit the most jobs to run
	 * @return what happened, in order
	 * @throws IllegalStateException if the queue's container is running, or a fake worker
	 * answers the queue
	 */
	public List<TestedJob> run(String queue, int limit) {
		JobContainer container = this.queues.handled(queue);
		this.workers.refuseAnswered(queue);
		List<InlineRun> runs = container.runInline(limit);
		return runs.stream().map((run) -> new TestedJob(run, this.converter)).toList();
	}

	/**
	 * Runs the one job that is waiting.
	 * @return what happened to it
	 * @throws AssertionError if there is none, or more than one was run
	 */
	public TestedJob runOne(String queue) {
		List<TestedJob> jobs = run(queue);
		if (jobs.size() != 1) {
			throw new AssertionError("Expected one job in queue '" + queue + "', but " + jobs.size() + " ran: " + jobs
					+ "; the queue has " + this.queues.state(queue));
		}
		return jobs.get(0);
	}

	/**
	 * Lets time pass: everything that becomes due within it, in any queue, is due now,
	 * one after the other, and is run before the next. That goes for jobs with a delay,
	 * for retries after their backoff, retries of retries included, and for what the
	 * handlers publish meanwhile. Clocks stay as they are, and leases too, because no
	 * handler runs while time passes: containers and fake workers that run by themselves
	 * are waited for each time.
	 * @param time how much of it, not negative; more than a hundred years count as a
	 * hundred
	 * @return what was run on this thread, in order; not what containers and fake workers
	 * did that run by themselves
	 * @throws IllegalStateException if the jobs do not come to an end
	 */
	public List<TestedJob> advance(Duration time) {
		if (time.isNegative()) {
			throw new IllegalArgumentException("Time cannot go back: " + time);
		}
		return pass(time, MOST_IN_TIME);
	}

	private List<TestedJob> pass(Duration time, int most) {
		return new VirtualTime(this.queues, this.workers, this.converter, most).pass(Delays.bounded(time));
	}

	/**
	 * The jobs that the application has published to a queue in this test, run or not, in
	 * order. One that was not new, such as a duplicate, is not among them.
	 */
	public List<Publication> published(String queue) {
		return this.publications.of(queue);
	}

	/**
	 * The one job that the application has published to a queue in this test.
	 * @throws AssertionError if there is none, or more than one
	 */
	public Publication publishedOne(String queue) {
		List<Publication> published = published(queue);
		if (published.size() != 1) {
			throw new AssertionError("Expected one job published to queue '" + queue + "', but there "
					+ (published.isEmpty() ? "is none; published were " + this.publications.all()
							: "are " + published.size() + ": " + published));
		}
		return published.get(0);
	}

	/**
	 * Answers the jobs of a queue from now on as a worker elsewhere would, on a thread of
	 * its own: takes them by the queue's contract and completes them with what the answer
	 * returns. An answer that throws fails the attempt; an assertion that fails in it is
	 * thrown by the next {@link #run()}, {@link #advance(Duration)} or
	 * {@link FakeWorker#await(int)} as well. Ends with the test method.
	 * @return what takes the jobs
	 * @throws IllegalStateException if the queue's container runs here, or the queue is
	 * answered already
	 */
	public FakeWorker answer(String queue, JobAnswer answer) {
		return this.workers.begin(new FakeWorker(queue, answer, this.queues.queues(), this.converter, this.jobs));
	}

	/** Ends the fake workers. */
	void endAnswers() {
		this.workers.endFakes();
	}

	/**
	 * Makes everything as it is before a test method: fake workers end, running handlers
	 * are waited for and interrupted after five seconds, the jobs of all queues and what
	 * was published are gone, and the containers run or stand still as they are
	 * configured. Done before and after each test method, unless that is switched off.
	 */
	public void clear() {
		this.cleanSlate.restore();
	}

}
