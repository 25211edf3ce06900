package io.redisjobs.observation;

import java.util.Map;

import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.redisjobs.JobContext;
import org.jspecify.annotations.Nullable;

/** What is known of a job that runs. */
public final class JobProcessObservationContext extends ReceiverContext<Map<String, String>> {

	private final JobContext job;

	private final @Nullable String handler;

	private final String protocol;

	private boolean ended;

	private boolean succeeded;

	JobProcessObservationContext(JobContext job, @Nullable String handler, String protocol, Map<String, String> trace) {
		super(Map::get, Kind.CONSUMER);
		this.job = job;
		this.handler = handler;
		this.protocol = protocol;
		setCarrier(trace);
		setRemoteServiceName("redis");
	}

	/** The job. */
	public JobContext job() {
		return this.job;
	}

	/**
	 * The job name that its handler is registered for; null if that takes all names, or
	 * if there is none.
	 */
	public @Nullable String handler() {
		return this.handler;
	}

	/** The contract of its queue. */
	public String protocol() {
		return this.protocol;
	}

	/** Whether the handler has ended; what became of it is not known before. */
	public boolean ended() {
		return this.ended;
	}

	/** Whether the handler has succeeded; false while it runs. */
	public boolean succeeded() {
		return this.succeeded;
	}

	void end(boolean success) {
		this.ended = true;
		this.succeeded = success;
	}

}
