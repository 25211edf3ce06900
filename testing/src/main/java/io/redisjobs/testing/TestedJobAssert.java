package io.redisjobs.testing;

import java.util.Objects;

import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions about what happened to a job in one run. */
public final class TestedJobAssert extends AbstractAssert<TestedJobAssert, TestedJob> {

	TestedJobAssert(TestedJob job) {
		super(job, TestedJobAssert.class);
	}

	/** It is done. */
	public TestedJobAssert isCompleted() {
		isNotNull();
		return check(this.actual.completed(), "to be completed");
	}

	/** It will be run again. */
	public TestedJobAssert isRetrying() {
		isNotNull();
		return check(this.actual.retrying(), "to be run again");
	}

	/** It has failed for good. */
	public TestedJobAssert isFailed() {
		isNotNull();
		return check(this.actual.failed(), "to have failed for good");
	}

	/** What its handler returned. */
	public TestedJobAssert hasResult(@Nullable Object expected) {
		isNotNull();
		return check(this.actual.error().isEmpty() && Objects.equals(this.actual.result(), expected),
				"to have the result <" + expected + ">");
	}

	/** Its handler has thrown this, whether the job is run again or not. */
	public TestedJobAssert failedWith(Class<? extends Throwable> type) {
		isNotNull();
		return check(this.actual.error().filter(type::isInstance).isPresent(), "to have failed with " + type.getName());
	}

	/** Its handler has thrown this, with a message that has this in it. */
	public TestedJobAssert failedWith(Class<? extends Throwable> type, String message) {
		isNotNull();
		boolean satisfied = this.actual.error()
			.filter((error) -> type.isInstance(error) && String.valueOf(error.getMessage()).contains(message))
			.isPresent();
		return check(satisfied, "to have failed with " + type.getName() + " saying '" + message + "'");
	}

	/** Its payload is stored as this value would be, or equals it when it is read. */
	public TestedJobAssert hasPayload(@Nullable Object expected) {
		isNotNull();
		return check(this.actual.stored().is(expected),
				"to have the payload " + this.actual.stored().written(expected));
	}

	/** Its name, with Conveyor and streams its type. */
	public TestedJobAssert hasName(String expected) {
		isNotNull();
		return check(this.actual.job().name().equals(expected), "to have the name '" + expected + "'");
	}

	/** The number of the attempt that this run was, from 1. */
	public TestedJobAssert isAttempt(int expected) {
		isNotNull();
		return check(this.actual.job().attempt() == expected, "to be attempt " + expected);
	}

	private TestedJobAssert check(boolean satisfied, String expected) {
		if (!satisfied) {
			AssertionError failure = failure(
					"Expected the job %s, but this happened:%n  %s%n  payload: %s%n  result: %s", expected, this.actual,
					this.actual.stored(), this.actual.result());
			this.actual.error().ifPresent(failure::initCause);
			throw failure;
		}
		return this;
	}

}
