package io.redisjobs.autoconfigure;

import io.redisjobs.InvalidJobsConfigurationException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says what is wrong with the application's queues and handlers, and what to do about it.
 */
class InvalidJobsConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<InvalidJobsConfigurationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidJobsConfigurationException cause) {
		return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
	}

}
