package io.redisjobs.listener;

import java.time.Duration;
import java.util.function.Consumer;

import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.listener.invoke.JobHandlers;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.ErrorText;
import org.jspecify.annotations.Nullable;

/** Runs a job's handler and turns whatever it does into a value. */
final class JobRunner {

	private final JobHandlers handlers;

	private final PayloadConverter converter;

	private final JobMonitor monitor;

	private final JobRunContext contexts;

	JobRunner(JobHandlers handlers, PayloadConverter converter, JobMonitor monitor, JobRunContext contexts) {
		this.handlers = handlers;
		this.converter = converter;
		this.monitor = monitor;
		this.contexts = contexts;
	}

	/**
	 * Runs a job's handler.
	 * @param failing ends the job if that fails, in the context of the run
	 * @return what came of it, or {@code null} if the job was lost or interrupted before
	 */
	@Nullable JobRun run(HeldJob job, Consumer<JobRun> failing) {
		if (!job.begin(Thread.currentThread())) {
			return null;
		}
		try (JobRunContext.Scope scope = this.contexts.open(job, this.handlers.registeredFor(job))) {
			JobRun run = run(job);
			if (run.error() != null) {
				scope.failed(run.error());
				failing.accept(run);
			}
			else {
				scope.succeeded();
			}
			return run;
		}
	}

	private JobRun run(HeldJob job) {
		Object result = null;
		Throwable error = null;
		try {
			this.monitor.started(job);
			result = call(job);
		}
		catch (Throwable ex) {
			// an Error of a handler is a failure of its job, not of the container
			error = ex;
		}
		Duration duration = Duration.ofNanos(job.end());
		if (error != null) {
			return new JobRun(job, null, null, error, duration);
		}
		return write(job, result, duration);
	}

	private @Nullable Object call(HeldJob job) throws Exception {
		String refusal = job.job().refusal().orElse(null);
		if (refusal != null) {
			throw new UnrecoverableJobException(refusal);
		}
		return this.handlers.invoke(job);
	}

	private JobRun write(HeldJob job, @Nullable Object result, Duration duration) {
		try {
			return new JobRun(job, new Completion(job.job(), this.converter.write(result)), result, null, duration);
		}
		catch (Throwable ex) {
			return new JobRun(job, null, null,
					new UnrecoverableJobException("The result cannot be stored: " + ErrorText.messageOrName(ex), ex),
					duration);
		}
	}

}
