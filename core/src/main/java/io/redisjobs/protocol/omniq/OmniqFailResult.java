package io.redisjobs.protocol.omniq;

/** What became of a job whose attempt failed. */
public sealed interface OmniqFailResult {

	/**
	 * It gets another attempt.
	 *
	 * @param dueMs when
	 */
	record Retry(long dueMs) implements OmniqFailResult {

	}

	/** It has failed for good. */
	record Failed() implements OmniqFailResult {

	}

}
