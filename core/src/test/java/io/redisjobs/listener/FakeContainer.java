package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

import io.redisjobs.JobOperations;
import io.redisjobs.convert.JsonPayloadConverter;
import io.redisjobs.listener.error.DefaultJobErrorHandler;
import io.redisjobs.listener.invoke.JobHandlers;
import io.redisjobs.listener.invoke.JobInvoker;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.task.SimpleAsyncTaskExecutor;

import static org.mockito.Mockito.mock;

/** Makes containers on a queue in memory. */
final class FakeContainer {

	static final String QUEUE = "fake";

	private final FakeJobQueue queue;

	private final JobInvoker handler;

	private Clock clock = Clock.systemUTC();

	private Executor executor = new SimpleAsyncTaskExecutor("jobs-");

	private JobMonitor monitor = new JobMonitor() {
	};

	private Duration shutdownTimeout = Duration.ofSeconds(10);

	private Duration lease = Duration.ofSeconds(30);

	private int places = 4;

	private FakeContainer(FakeJobQueue queue, JobInvoker handler) {
		this.queue = queue;
		this.handler = handler;
	}

	static FakeContainer of(FakeJobQueue queue, JobInvoker handler) {
		return new FakeContainer(queue, handler);
	}

	FakeContainer clock(Clock clock) {
		this.clock = clock;
		return this;
	}

	FakeContainer executor(Executor executor) {
		this.executor = executor;
		return this;
	}

	FakeContainer monitor(JobMonitor monitor) {
		this.monitor = monitor;
		return this;
	}

	FakeContainer shutdownTimeout(Duration timeout) {
		this.shutdownTimeout = timeout;
		return this;
	}

	FakeContainer lease(Duration lease) {
		this.lease = lease;
		return this;
	}

	FakeContainer places(int places) {
		this.places = places;
		return this;
	}

	JobContainer create(int concurrency) {
		JobContainer.Environment environment = new JobContainer.Environment(new JsonPayloadConverter(new JsonMapper()),
				mock(JobOperations.class), new DefaultJobErrorHandler(List.of()),
				new CompositeJobMonitor(List.of(this.monitor)), new RunContexts(List.of()), this.executor, this.clock,
				SharedThreads.withPlaces(this.places));
		return new JobContainer(this.queue.open(QUEUE), new JobHandlers(QUEUE, Map.of("", this.handler), List.of()),
				new ContainerSettings(concurrency, this.lease, this.shutdownTimeout, true, true), environment);
	}

}
