package io.redisjobs.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

import io.redisjobs.JobOptions;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.protocol.NewJob;
import org.assertj.core.api.AssertProvider;
import org.jspecify.annotations.Nullable;

/**
 * A job that the application has published. With AssertJ, {@code assertThat(publication)}
 * is a {@link PublicationAssert}.
 */
public final class Publication implements AssertProvider<PublicationAssert> {

	private final String queue;

	private final String id;

	private final NewJob job;

	private final StoredPayload payload;

	Publication(String queue, String id, NewJob job, PayloadConverter converter) {
		this.queue = queue;
		this.id = id;
		this.job = job;
		this.payload = new StoredPayload(job.payload(), converter);
	}

	/** The queue it was published to. */
	public String queue() {
		return this.queue;
	}

	/** The job's id. */
	public String id() {
		return this.id;
	}

	/** The job's name, or type where jobs have types; empty if it was given none. */
	public String name() {
		String name = this.job.options().name();
		return Objects.requireNonNullElse((name != null) ? name : this.job.options().type(), "");
	}

	/** The payload, as a type that it fits. */
	public <T> @Nullable T payload(Class<T> type) {
		return this.payload.as(type);
	}

	/** The payload as it is stored. */
	public String payload() {
		return this.payload.text();
	}

	/** How long it waits, if it was published with a delay. */
	public Optional<Duration> delay() {
		return Optional.ofNullable(this.job.options().delay());
	}

	/** The moment before which it does not run, if it was published with one. */
	public Optional<Instant> runAt() {
		return Optional.ofNullable(this.job.options().runAt());
	}

	/** All its options, those that the queue has by default included. */
	public JobOptions options() {
		return this.job.options().copy();
	}

	StoredPayload stored() {
		return this.payload;
	}

	/** For AssertJ, which calls it. */
	@Override
	public PublicationAssert assertThat() {
		return new PublicationAssert(this);
	}

	@Override
	public String toString() {
		return "job " + this.id + " published to queue '" + this.queue + "'"
				+ (name().isEmpty() ? "" : ", named '" + name() + "'")
				+ delay().map((delay) -> ", with a delay of " + delay).orElse("")
				+ runAt().map((runAt) -> ", to run at " + runAt).orElse("") + ": " + this.payload;
	}

}
