package io.redisjobs.autoconfigure;

import io.redisjobs.UnknownQueueException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do about a queue that no configuration names. */
class UnknownQueueFailureAnalyzer extends AbstractFailureAnalyzer<UnknownQueueException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnknownQueueException cause) {
		return new FailureAnalysis(cause.getMessage(),
				"Name the queue under redis-jobs.queues, or set redis-jobs.strict=false.", cause);
	}

}
