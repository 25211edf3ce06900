package io.redisjobs.autoconfigure;

import java.util.regex.Pattern;

import io.redisjobs.protocol.CallProblem;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which library does not fit, of those that Redis is called with. */
class MisfitFailureAnalyzer extends AbstractFailureAnalyzer<LinkageError> {

	private static final Pattern OURS = Pattern
		.compile("(?:redis[./]clients|io[./]lettuce|springframework[./]data[./]redis|io[./]redisjobs)[./]");

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, LinkageError cause) {
		CallProblem problem = CallProblem.of(cause);
		if (problem == null || !OURS.matcher(problem.description()).find()) {
			return null;
		}
		return new FailureAnalysis("Redis cannot be called: " + problem.description(), problem.action(), cause);
	}

}
