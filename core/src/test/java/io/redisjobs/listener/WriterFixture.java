package io.redisjobs.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.redisjobs.JobContext;
import io.redisjobs.listener.error.JobErrorHandler;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.MutableClock;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** What writes the ends of jobs, on a queue in memory. */
final class WriterFixture implements AutoCloseable {

	static final Duration LEASE = Duration.ofSeconds(30);

	final MutableClock clock = new MutableClock();

	final FakeJobQueue queue = new FakeJobQueue(this.clock, LEASE);

	/** What monitors have been told. */
	final List<String> told = new ArrayList<>();

	private final OpenQueue open = this.queue.open("fake");

	private final JobMonitor monitor = new JobMonitor() {
		@Override
		public void completed(JobContext job, @Nullable Object result, Duration duration) {
			WriterFixture.this.told.add("completed " + job.id());
		}

		@Override
		public void failed(JobContext job, Throwable error, Settlement settlement, Duration duration) {
			WriterFixture.this.told.add("failed " + job.id() + " " + settlement.outcome());
		}

		@Override
		public void leaseLost(JobContext job) {
			WriterFixture.this.told.add("lost " + job.id());
		}

		@Override
		public void writeRepeated(String queue) {
			WriterFixture.this.repeated++;
		}
	};

	/** How often monitors have been told that something is written again. */
	int repeated;

	final LeaseKeeper leases = new LeaseKeeper(this.open, this.monitor, new Outage("fake"), LEASE, this.clock,
			RoundTimer.forMany("redis-jobs-rounds"));

	/** What the error handler says. */
	FailureAction action = FailureAction.retry();

	JobErrorHandler errorHandler = (job, error) -> this.action;

	final FailureWriter failures = writer(RetryLog.DEFAULT);

	final ResultWriter results = new ResultWriter(this.open, this.failures, this.leases, this.monitor);

	private final Logger logger = (Logger) LoggerFactory.getLogger(JobContainer.class);

	private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

	WriterFixture() {
		this.appender.start();
		this.logger.setLevel(Level.INFO);
		this.logger.addAppender(this.appender);
	}

	/** The lines that have been logged. */
	List<String> logged() {
		return this.appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
	}

	/** How serious these lines are. */
	List<Level> levels() {
		return this.appender.list.stream().map(ILoggingEvent::getLevel).toList();
	}

	/** Whether these lines have a stack trace. */
	List<Boolean> stackTraces() {
		return this.appender.list.stream().map((event) -> event.getThrowableProxy() != null).toList();
	}

	FailureWriter writer(RetryLog retryLog) {
		return new FailureWriter(this.open, (job, error) -> this.errorHandler.handle(job, error), this.leases,
				this.monitor, new Outage("fake"), retryLog, new RunContexts(List.of()));
	}

	HeldJob take(String id) {
		this.queue.add(id, LEASE);
		HeldJob job = new HeldJob(this.queue.reserve(1, Duration.ZERO).jobs().get(0),
				new JobServices(this.open, null, null, this.leases, this.clock));
		this.leases.track(job);
		return job;
	}

	JobRun done(String id) {
		HeldJob job = take(id);
		return new JobRun(job, new Completion(job.job(), new byte[] { '1' }), 1, null, Duration.ZERO);
	}

	@Override
	public void close() {
		this.logger.detachAppender(this.appender);
		this.logger.setLevel(null);
	}

}
