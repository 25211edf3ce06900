package io.redisjobs.testing;

import io.redisjobs.JobContext;
import io.redisjobs.convert.PayloadConverter;
import org.jspecify.annotations.Nullable;

/** A job as a {@link FakeWorker} gets it. */
public final class ReceivedJob {

	private final JobContext context;

	private final PayloadConverter converter;

	ReceivedJob(JobContext context, PayloadConverter converter) {
		this.context = context;
		this.converter = converter;
	}

	/** The job's id. */
	public String id() {
		return this.context.id();
	}

	/** The job's name, with Conveyor and streams its type; empty with OmniQ. */
	public String name() {
		return this.context.name();
	}

	/** The number of this attempt, from 1. */
	public int attempt() {
		return this.context.attempt();
	}

	/** The payload, as a type that it fits. */
	public <T> @Nullable T payload(Class<T> type) {
		return type.cast(this.converter.read(this.context.payload(), type));
	}

	/** The whole job: progress and logs can be reported by it, for example. */
	public JobContext context() {
		return this.context;
	}

	@Override
	public String toString() {
		return this.context.toString();
	}

}
