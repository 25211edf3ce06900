package io.redisjobs.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do when Redis does not answer at start. */
class RedisUnreachableFailureAnalyzer extends AbstractFailureAnalyzer<RedisUnreachableException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, RedisUnreachableException cause) {
		return new FailureAnalysis(cause.getMessage(),
				"Start Redis, or check spring.data.redis.host, port, username and password. "
						+ "With redis-jobs.fail-fast=false the application starts and keeps trying.",
				cause);
	}

}
