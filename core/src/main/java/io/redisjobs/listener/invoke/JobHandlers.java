package io.redisjobs.listener.invoke;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.redisjobs.JobContext;
import io.redisjobs.UnfitJobException;
import io.redisjobs.protocol.Printable;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of one queue, picked by job name, with at most one for all other names.
 */
public final class JobHandlers implements JobInvoker {

	private final String queue;

	private final Map<String, JobInvoker> byName;

	private final List<JobInterceptor> interceptors;

	/**
	 * Creates the handlers.
	 * @param byName the handlers by job name; the empty name is the catch-all
	 */
	public JobHandlers(String queue, Map<String, JobInvoker> byName, List<JobInterceptor> interceptors) {
		this.queue = queue;
		this.byName = new LinkedHashMap<>(byName);
		this.interceptors = List.copyOf(interceptors);
	}

	/** The names handled; the empty one stands for all others. */
	public Set<String> names() {
		return Set.copyOf(this.byName.keySet());
	}

	/**
	 * The job name that the handler of a job is registered for; null if that takes all
	 * names, or if there is none.
	 */
	public @Nullable String registeredFor(JobContext job) {
		return (job.name().isEmpty() || !this.byName.containsKey(job.name())) ? null : job.name();
	}

	@Override
	public @Nullable Object invoke(JobContext job) throws Exception {
		String handler = registeredFor(job);
		JobInvoker invoker = this::handle;
		for (int i = this.interceptors.size() - 1; i >= 0; i--) {
			JobInterceptor interceptor = this.interceptors.get(i);
			JobInvoker next = invoker;
			invoker = (context) -> LateResults.await(interceptor.intercept(context, handler, next));
		}
		return invoker.invoke(job);
	}

	private @Nullable Object handle(JobContext job) throws Exception {
		JobInvoker handler = this.byName.get(job.name());
		if (handler == null) {
			handler = this.byName.get("");
		}
		if (handler == null) {
			throw new UnfitJobException("No handler of queue '" + this.queue + "' takes jobs named '"
					+ Printable.of(job.name()) + "'; there are handlers for " + this.byName.keySet());
		}
		return LateResults.await(handler.invoke(job));
	}

}
