package io.redisjobs.testing;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

import io.redisjobs.JobContext;
import io.redisjobs.JobHandedOverException;
import io.redisjobs.JobOperations;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.listener.ContainerSettings;
import io.redisjobs.listener.InlineRun;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.listener.JobContainerFactory;
import io.redisjobs.listener.JobMonitor;
import io.redisjobs.listener.error.DefaultJobErrorHandler;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.Settlement;
import org.jspecify.annotations.Nullable;

/**
 * Stands for a worker elsewhere, such as one on Node: takes the jobs of a queue by its
 * contract and completes them with what the test answers. The interceptors, monitors and
 * error handlers of the application hear nothing of it. It ends with the test method.
 */
public final class FakeWorker implements AutoCloseable {

	private static final ContainerSettings SETTINGS = new ContainerSettings(1, Duration.ofSeconds(30),
			Duration.ofSeconds(5), true, false);

	private final String queue;

	private final JobContainer container;

	private final List<TestedJob> jobs = new CopyOnWriteArrayList<>();

	private final Set<String> answering = ConcurrentHashMap.newKeySet();

	private volatile @Nullable AssertionError mistake;

	private volatile Runnable atEnd = () -> {
	};

	FakeWorker(String queue, JobAnswer answer, JobQueues queues, PayloadConverter converter, JobOperations jobs) {
		this.queue = queue;
		Executor threads = (task) -> {
			Thread thread = new Thread(task, "redis-jobs-answers-" + queue);
			thread.setDaemon(true);
			thread.start();
		};
		this.container = new JobContainerFactory(queues, converter, jobs,
				(name) -> new DefaultJobErrorHandler(List.of()),
				new JobContainerFactory.Collaborators(List.of(), List.of(new Recorder(converter)), List.of(),
						Clock.systemUTC(), 1),
				(name) -> threads)
			.create(queue, Map.of("", (job) -> answer(answer, job, converter)), SETTINGS);
	}

	private @Nullable Object answer(JobAnswer answer, JobContext job, PayloadConverter converter) throws Exception {
		this.answering.add(job.id());
		try {
			return answer.answer(new ReceivedJob(job, converter));
		}
		catch (JobHandedOverException ex) {
			this.answering.remove(job.id());
			throw ex;
		}
		catch (AssertionError ex) {
			this.mistake = ex;
			throw ex;
		}
	}

	/** Fails the test if an assertion within an answer has failed. */
	void verify() {
		if (this.mistake != null) {
			throw this.mistake;
		}
	}

	/** Whether a job is under way whose end has not been noted. */
	boolean isAnswering() {
		return !this.answering.isEmpty();
	}

	void begin(Runnable atEnd) {
		this.atEnd = atEnd;
		this.container.start();
	}

	JobContainer container() {
		return this.container;
	}

	/** The queue whose jobs it takes. */
	public String queue() {
		return this.queue;
	}

	/** What has become of the jobs it has taken so far, in the order of their ends. */
	public List<TestedJob> jobs() {
		return List.copyOf(this.jobs);
	}

	/**
	 * Waits until it has answered jobs, up to ten seconds.
	 * @param count how many at least
	 * @return what has become of them, in the order of their ends
	 * @throws AssertionError if there are fewer, or an assertion within an answer has
	 * failed
	 */
	public List<TestedJob> await(int count) {
		boolean answered = Workers.await(() -> this.jobs.size() >= count, Workers.PATIENCE);
		verify();
		if (!answered) {
			throw new AssertionError("Expected " + count + " answered jobs in queue '" + this.queue
					+ "', but there were " + this.jobs.size() + " within " + Workers.PATIENCE + ": " + this.jobs);
		}
		return jobs();
	}

	/** Takes no further jobs; one that is under way is ended first. */
	@Override
	public void close() {
		this.container.stop();
		this.atEnd.run();
	}

	/** Remembers what became of jobs. */
	private final class Recorder implements JobMonitor {

		private final PayloadConverter converter;

		Recorder(PayloadConverter converter) {
			this.converter = converter;
		}

		@Override
		public void completed(JobContext job, @Nullable Object result, Duration duration) {
			add(job, result, null, Settlement.completed());
		}

		@Override
		public void failed(JobContext job, Throwable error, Settlement settlement, Duration duration) {
			add(job, null, error, settlement);
		}

		@Override
		public void leaseLost(JobContext job) {
			FakeWorker.this.answering.remove(job.id());
		}

		private void add(JobContext job, @Nullable Object result, @Nullable Throwable error, Settlement settlement) {
			FakeWorker.this.jobs.add(new TestedJob(new InlineRun(job, result, error, settlement), this.converter));
			FakeWorker.this.answering.remove(job.id());
		}

	}

}
