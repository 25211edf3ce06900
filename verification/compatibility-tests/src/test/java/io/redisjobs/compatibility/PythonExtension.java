package io.redisjobs.compatibility;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs tests only where Python and its Redis client are; where {@code CI} is {@code true}
 * they fail without.
 */
final class PythonExtension implements ExecutionCondition {

	/** The first on the path need not be the one that the system's packages are for. */
	private static final List<String> CANDIDATES = List.of("python3", "/usr/bin/python3");

	private static final Optional<String> PYTHON = CANDIDATES.stream().filter(PythonExtension::works).findFirst();

	/** The interpreter that has the client. */
	static String python() {
		return PYTHON.orElseThrow();
	}

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		if (PYTHON.isPresent()) {
			return ConditionEvaluationResult.enabled("Python and its Redis client are there");
		}
		if ("true".equals(System.getenv("CI"))) {
			throw new IllegalStateException("CI must have python3 with the module redis (Debian: python3-redis)");
		}
		return ConditionEvaluationResult.disabled("No python3 with the module redis");
	}

	private static boolean works(String python) {
		try {
			return new ProcessBuilder(python, "-c", "import redis").redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start()
				.waitFor() == 0;
		}
		catch (IOException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

}
