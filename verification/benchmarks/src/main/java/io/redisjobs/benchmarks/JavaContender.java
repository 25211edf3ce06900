package io.redisjobs.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import com.sun.management.OperatingSystemMXBean;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRetention;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.OpenQueue;
import org.jspecify.annotations.Nullable;

/** redis-jobs as an application uses it: the starter, a template and a handler. */
final class JavaContender implements Contender {

	static final String NAME = "redis-jobs";

	private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean) ManagementFactory
		.getOperatingSystemMXBean();

	private final JobApplication.Server server;

	private @Nullable JobApplication application;

	JavaContender(JobApplication.Server server) {
		this.server = server;
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public boolean speaks(String contract) {
		return true;
	}

	@Override
	public void reset() {
		if (this.application != null) {
			this.application.close();
			this.application = null;
		}
	}

	@Override
	public void close() {
		reset();
	}

	@Override
	public Answer perform(Verb verb, Task task) {
		JobApplication app = application(task);
		try {
			return switch (verb) {
				case BULK -> measured(() -> addInBulk(app, task));
				case ADD -> measured(() -> addOneByOne(app, task));
				case PROCESS -> process(app, task);
				case END_TO_END -> endToEnd(app, task);
				case LATENCY -> latency(app, task);
			};
		}
		catch (Exception ex) {
			throw new IllegalStateException(verb + " of " + task + " failed", ex);
		}
	}

	private JobApplication application(Task task) {
		if (this.application == null || !this.application.fits(task.contract(), task.concurrency())) {
			reset();
			this.application = JobApplication.start(this.server, task.contract(), task.concurrency());
		}
		return this.application;
	}

	private static Answer process(JobApplication app, Task task) throws Exception {
		AtomicInteger running = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		if (task.handlerMillis() > 0) {
			app.handler((payload) -> {
				most.accumulateAndGet(running.incrementAndGet(), Math::max);
				Thread.sleep(task.handlerMillis());
				running.decrementAndGet();
			});
		}
		Completions done = app.expect(task.count());
		JobContainer container = app.container(task.queue());
		try {
			Answer answer = measured(() -> {
				container.start();
				done.await();
			});
			return new Answer(answer.nanos(), answer.cpuNanos(), most.get(), List.of());
		}
		finally {
			container.stop();
			app.handler((payload) -> {
			});
		}
	}

	private static Answer endToEnd(JobApplication app, Task task) throws Exception {
		Completions done = app.expect(task.count());
		JobContainer container = app.container(task.queue());
		container.start();
		try {
			return measured(() -> {
				addOneByOne(app, task);
				done.await();
			});
		}
		finally {
			container.stop();
		}
	}

	private static Answer latency(JobApplication app, Task task) throws Exception {
		List<Long> values = Collections.synchronizedList(new ArrayList<>(task.count()));
		long[] before = new long[1];
		app.handler((payload) -> values.add(System.nanoTime() - before[0]));
		Consumer<JobOptions> options = options(app, task);
		JobContainer container = app.container(task.queue());
		container.start();
		try {
			Answer answer = measured(() -> {
				for (int i = 0; i < task.count(); i++) {
					Completions done = app.expect(1);
					Thread.sleep(Task.PAUSE_MILLIS);
					before[0] = System.nanoTime();
					app.template().publish(task.queue(), Payload.SAMPLE, options);
					done.await();
				}
			});
			return new Answer(answer.nanos(), answer.cpuNanos(), 0, values);
		}
		finally {
			container.stop();
			app.handler((payload) -> {
			});
		}
	}

	private static void addOneByOne(JobApplication app, Task task) throws Exception {
		Consumer<JobOptions> options = options(app, task);
		AtomicInteger left = new AtomicInteger(task.count());
		Callable<@Nullable Void> producer = () -> {
			while (left.getAndDecrement() > 0) {
				app.template().publish(task.queue(), Payload.SAMPLE, options);
			}
			return null;
		};
		ExecutorService threads = Executors.newFixedThreadPool(Task.PRODUCERS);
		try {
			for (Future<?> future : threads.invokeAll(Collections.nCopies(Task.PRODUCERS, producer))) {
				future.get();
			}
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex.getCause());
		}
		finally {
			threads.shutdown();
		}
	}

	private static void addInBulk(JobApplication app, Task task) {
		Consumer<JobOptions> options = options(app, task);
		for (int added = 0; added < task.count(); added += Task.BATCH) {
			app.template()
				.publishAll(task.queue(),
						Collections.nCopies(Math.min(Task.BATCH, task.count() - added), Payload.SAMPLE), options);
		}
	}

	private static Consumer<JobOptions> options(JobApplication app, Task task) {
		OpenQueue queue = app.queues().get(task.queue());
		boolean named = queue.can(Capability.NAME);
		boolean removed = !task.kept() && queue.can(Capability.RETENTION);
		return (options) -> {
			if (named) {
				options.name("job");
			}
			if (removed) {
				options.removeOnComplete(JobRetention.removeAll());
			}
		};
	}

	private static Answer measured(Work work) throws Exception {
		long cpu = SYSTEM.getProcessCpuTime();
		long start = System.nanoTime();
		work.run();
		long nanos = System.nanoTime() - start;
		return new Answer(nanos, SYSTEM.getProcessCpuTime() - cpu, 0, List.of());
	}

	/** Something to be timed. */
	private interface Work {

		void run() throws Exception;

	}

}
