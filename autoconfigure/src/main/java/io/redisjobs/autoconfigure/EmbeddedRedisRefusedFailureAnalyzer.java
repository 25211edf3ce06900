package io.redisjobs.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do where the embedded Redis is refused. */
class EmbeddedRedisRefusedFailureAnalyzer extends AbstractFailureAnalyzer<EmbeddedRedisRefusedException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, EmbeddedRedisRefusedException cause) {
		return new FailureAnalysis(cause.getMessage(),
				"Set spring.data.redis.host or spring.data.redis.url to the Redis that this application is to use, "
						+ "and leave org.signal:embedded-redis out of what you deploy: <optional>true</optional> with Maven, "
						+ "developmentOnly with Gradle. If the embedded Redis is meant, "
						+ "set redis-jobs.embedded.enabled=true.",
				cause);
	}

}
