package io.redisjobs.autoconfigure;

import io.redisjobs.InvalidQueueException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do about a queue that its contract does not allow. */
class InvalidQueueFailureAnalyzer extends AbstractFailureAnalyzer<InvalidQueueException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidQueueException cause) {
		return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
	}

}
