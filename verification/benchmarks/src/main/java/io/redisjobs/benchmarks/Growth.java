package io.redisjobs.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

import io.redisjobs.JobOptions;
import io.redisjobs.JobRetention;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.LogRole;
import io.redisjobs.protocol.ProgressRole;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import redis.clients.jedis.Jedis;

/**
 * Measures how long Redis is busy with single operations of a BullMQ queue, and how many
 * jobs a container gets through, while the queue holds more and more jobs.
 */
final class Growth {

	private static final int CALLS = 200;

	private static final int BATCH = 500;

	private static final int LARGEST_ACTIVE = 10_000;

	private static final int PROCESSED = 20_000;

	private static final int CONCURRENCY = 16;

	/** The operation whose points are jobs per second. */
	static final String THROUGHPUT = "jobs/s";

	private static final byte[] RESULT = { 'n', 'u', 'l', 'l' };

	private final Jedis jedis;

	private final RedisMeter meter;

	private final int calls;

	private final int processed;

	private final List<Integer> sizes;

	private final List<Point> points = new ArrayList<>();

	Growth(Jedis jedis, int scale) {
		this.jedis = jedis;
		this.meter = new RedisMeter(jedis);
		this.calls = Math.max(3, CALLS / scale);
		this.processed = Math.max(20, PROCESSED / scale);
		this.sizes = List.of(1_000, 10_000, 100_000, 1_000_000).stream().map((size) -> size / scale).toList();
	}

	List<Point> measure(JobApplication.Server server) {
		this.meter.empty();
		try (JobApplication application = JobApplication.start(server, "bullmq", CONCURRENCY,
				"redis-jobs.defaults.lease=10m")) {
			warmUp(application);
			for (Kind kind : Kind.values()) {
				measure(application, kind);
				this.meter.empty();
			}
		}
		return List.copyOf(this.points);
	}

	private void measure(JobApplication application, Kind kind) {
		int before = 0;
		for (int size : this.sizes) {
			if (kind == Kind.ACTIVE && size > LARGEST_ACTIVE) {
				return;
			}
			System.err.printf(Locale.ROOT, "%s: %,d jobs %s%n", Cases.GROWTH, size, kind.title());
			grow(application, kind, size - before);
			before = size;
			operate(application, kind, size);
			process(application, kind, size);
		}
	}

	private void warmUp(JobApplication application) {
		for (int i = 0; i < 3; i++) {
			operate(application, Kind.WAITING, 0);
		}
		this.points.removeIf((point) -> point.size() == 0);
		this.meter.empty();
	}

	private void process(JobApplication application, Kind kind, int size) {
		publish(application, kind.isReady() ? kind : Kind.WAITING, this.processed);
		Completions done = application.expect(this.processed);
		JobContainer container = application.container(Task.MEASURED);
		long start = System.nanoTime();
		container.start();
		try {
			done.await();
			double seconds = (System.nanoTime() - start) / 1e9;
			this.points.add(new Point(kind.title(), size, THROUGHPUT, this.processed / seconds));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
		finally {
			container.stop();
		}
	}

	private static void grow(JobApplication application, Kind kind, int count) {
		for (int done = 0; done < count; done += BATCH) {
			int size = Math.min(BATCH, count - done);
			publish(application, kind, size);
			if (kind == Kind.COMPLETED) {
				queue(application).complete(take(application, size).stream().map(Growth::completion).toList());
			}
			if (kind == Kind.ACTIVE) {
				take(application, size);
			}
		}
	}

	private static void publish(JobApplication application, Kind kind, int count) {
		application.template().publishAll(Task.MEASURED, Collections.nCopies(count, Payload.SAMPLE), kind.options());
	}

	private static List<ReservedJob> take(JobApplication application, int count) {
		List<ReservedJob> taken = new ArrayList<>();
		while (taken.size() < count) {
			Reservation reservation = queue(application).reserve(count - taken.size(), Duration.ZERO);
			if (reservation.jobs().isEmpty()) {
				throw new IllegalStateException("Only " + taken.size() + " of " + count + " jobs can be taken");
			}
			taken.addAll(reservation.jobs());
		}
		return taken;
	}

	private void operate(JobApplication application, Kind kind, int size) {
		JobQueue queue = queue(application);
		List<ReservedJob> held = new ArrayList<>();
		time(kind, size, "add", this.calls,
				(i) -> application.template().publish(Task.MEASURED, Payload.SAMPLE, kind.options()));
		// two jobs are taken for each that was added
		if (kind.isReady()) {
			publish(application, kind, this.calls);
		}
		else {
			publish(application, Kind.WAITING, 2 * this.calls);
		}
		time(kind, size, "take", this.calls, (i) -> held.addAll(take(application, 1)));
		time(kind, size, "progress", held.size(),
				(i) -> queue.role(ProgressRole.class).orElseThrow().updateProgress(held.get(i), new byte[] { '5' }));
		time(kind, size, "log", held.size(),
				(i) -> queue.role(LogRole.class).orElseThrow().appendLog(held.get(i), "a line"));
		time(kind, size, "extend " + this.calls, Math.min(this.calls, 10), (i) -> queue.extend(held));
		time(kind, size, "finish and take", this.calls,
				(i) -> held.addAll(queue.exchange(List.of(completion(held.get(i))), 1).reservation().jobs()));
		time(kind, size, "finish", held.size() - this.calls,
				(i) -> queue.complete(List.of(completion(held.get(this.calls + i)))));
		time(kind, size, "counts", this.calls, (i) -> queue.inspect());
		time(kind, size, "stalled check", this.calls, (i) -> {
			this.jedis.del("bull:" + Task.MEASURED + ":stalled-check");
			queue.maintain(1000);
		});
	}

	private void time(Kind kind, int size, String operation, int count, Operation work) {
		if (count == 0) {
			throw new IllegalStateException("Nothing to " + operation + " with " + size + " jobs " + kind.title());
		}
		double before = this.meter.scriptMicros();
		for (int i = 0; i < count; i++) {
			work.call(i);
		}
		this.points.add(new Point(kind.title(), size, operation, (this.meter.scriptMicros() - before) / count));
	}

	private static JobQueue queue(JobApplication application) {
		return application.queues().get(Task.MEASURED).queue();
	}

	private static Completion completion(ReservedJob job) {
		return new Completion(job, RESULT);
	}

	/**
	 * A measured point.
	 *
	 * @param kind the state that most jobs are in
	 * @param size how many those are
	 * @param operation what was done
	 * @param value the microseconds in scripts for one of it, or jobs per second
	 */
	record Point(String kind, int size, String operation, double value) {

		boolean isThroughput() {
			return this.operation.equals(THROUGHPUT);
		}

	}

	/** The state that most jobs are in. */
	private enum Kind {

		WAITING((options) -> options.removeOnComplete(JobRetention.removeAll())),

		PRIORITIZED((options) -> options.priority(10).removeOnComplete(JobRetention.removeAll())),

		DELAYED((options) -> options.delay(Duration.ofHours(1))),

		COMPLETED((options) -> {
		}),

		ACTIVE((options) -> options.removeOnComplete(JobRetention.removeAll()));

		private final Consumer<JobOptions> options;

		Kind(Consumer<JobOptions> options) {
			this.options = options;
		}

		Consumer<JobOptions> options() {
			return this.options;
		}

		/** Whether jobs published this way can be taken. */
		boolean isReady() {
			return this != DELAYED;
		}

		String title() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

	/** A single call. */
	private interface Operation {

		void call(int index);

	}

}
