package io.redisjobs.testing;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

import io.redisjobs.JobOptions;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions about a job that was published. */
public final class PublicationAssert extends AbstractAssert<PublicationAssert, Publication> {

	PublicationAssert(Publication publication) {
		super(publication, PublicationAssert.class);
	}

	/** Its payload is stored as this value would be, or equals it when it is read. */
	public PublicationAssert hasPayload(@Nullable Object expected) {
		isNotNull();
		if (!this.actual.stored().is(expected)) {
			failWithMessage("Expected the payload%n  %s%nbut this is%n  %s", this.actual.stored().written(expected),
					this.actual);
		}
		return this;
	}

	/** Its name, or type where jobs have types. */
	public PublicationAssert hasName(String expected) {
		isNotNull();
		return check(this.actual.name().equals(expected), "the name '" + expected + "'");
	}

	/** Its id. */
	public PublicationAssert hasId(String expected) {
		isNotNull();
		return check(this.actual.id().equals(expected), "the id '" + expected + "'");
	}

	/** It was published with this delay. */
	public PublicationAssert hasDelay(Duration expected) {
		isNotNull();
		return check(this.actual.delay().equals(Optional.of(expected)), "a delay of " + expected);
	}

	/** It was published to run at once. */
	public PublicationAssert hasNoDelay() {
		isNotNull();
		return check(this.actual.delay().filter((delay) -> !delay.isZero()).isEmpty() && this.actual.runAt().isEmpty(),
				"no delay");
	}

	/** Its options, those that the queue has by default included. */
	public PublicationAssert hasOptions(Consumer<JobOptions> requirements) {
		isNotNull();
		requirements.accept(this.actual.options());
		return this;
	}

	private PublicationAssert check(boolean satisfied, String expected) {
		if (!satisfied) {
			failWithMessage("Expected %s, but this is%n  %s", expected, this.actual);
		}
		return this;
	}

}
