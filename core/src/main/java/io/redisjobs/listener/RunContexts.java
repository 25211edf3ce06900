package io.redisjobs.listener;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

import io.redisjobs.JobContext;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** Opens several contexts, and keeps their errors away from the jobs. */
final class RunContexts implements JobRunContext {

	private static final Log logger = LogFactory.getLog(RunContexts.class);

	private final List<JobRunContext> contexts;

	RunContexts(List<JobRunContext> contexts) {
		this.contexts = List.copyOf(contexts);
	}

	@Override
	public Scope open(JobContext job, @Nullable String handler) {
		return open(job, (context) -> context.open(job, handler));
	}

	@Override
	public Scope openBeside(JobContext job) {
		return open(job, (context) -> context.openBeside(job));
	}

	private Scope open(JobContext job, Function<JobRunContext, Scope> opening) {
		if (this.contexts.isEmpty()) {
			return Scope.NONE;
		}
		List<Scope> scopes = new ArrayList<>(this.contexts.size());
		for (JobRunContext context : this.contexts) {
			try {
				scopes.add(opening.apply(context));
			}
			catch (Throwable ex) {
				report(job, context, ex);
			}
		}
		return new Scopes(job, scopes);
	}

	private static void report(JobContext job, Object broken, Throwable error) {
		logger.warn(LogText.of(job.queue()) + "run context " + broken.getClass().getName()
				+ " failed; jobs are not affected", error);
	}

	/** What several contexts have opened. */
	private record Scopes(JobContext job, List<Scope> scopes) implements Scope {

		@Override
		public void succeeded() {
			this.scopes.forEach((scope) -> tell(scope, Scope::succeeded));
		}

		@Override
		public void failed(Throwable error) {
			this.scopes.forEach((scope) -> tell(scope, (told) -> told.failed(error)));
		}

		@Override
		public void close() {
			for (int i = this.scopes.size() - 1; i >= 0; i--) {
				tell(this.scopes.get(i), Scope::close);
			}
		}

		private void tell(Scope scope, Consumer<Scope> message) {
			try {
				message.accept(scope);
			}
			catch (Throwable ex) {
				report(this.job, scope, ex);
			}
		}

	}

}
