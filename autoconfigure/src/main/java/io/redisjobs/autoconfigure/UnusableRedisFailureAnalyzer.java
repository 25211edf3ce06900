package io.redisjobs.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do when Redis does not answer at start, or refuses. */
class UnusableRedisFailureAnalyzer extends AbstractFailureAnalyzer<UnusableRedisException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnusableRedisException cause) {
		return new FailureAnalysis(cause.getMessage(),
				cause.action() + " With redis-jobs.fail-fast=false the application starts and keeps trying.", cause);
	}

}
