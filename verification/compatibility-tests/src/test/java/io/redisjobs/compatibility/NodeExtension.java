package io.redisjobs.compatibility;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;

import io.redisjobs.test.TestRedis;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands tests the {@link NodeBullmq} on the shared Redis and clears it after each test.
 * Without Node the tests are skipped; where {@code CI} is {@code true} they fail.
 */
final class NodeExtension implements ExecutionCondition, AfterEachCallback, ParameterResolver {

	private static @Nullable NodeBullmq shared;

	static {
		// two Node processes, a Redis and several JVMs may share two busy cores
		Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
	}

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		if (isInstalled()) {
			return ConditionEvaluationResult.enabled("Node and its libraries are there");
		}
		if ("true".equals(System.getenv("CI"))) {
			throw new IllegalStateException("CI must have node and npm on the PATH");
		}
		return ConditionEvaluationResult.disabled("No node and npm on the PATH when this was built");
	}

	private static boolean isInstalled() {
		if (!Files.exists(NodeBullmq.folder().resolve("node_modules/bullmq"))) {
			return false;
		}
		try {
			return new ProcessBuilder("node", "--version").redirectErrorStream(true).start().waitFor() == 0;
		}
		catch (IOException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		return parameter.getParameter().getType() == NodeBullmq.class;
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		return shared();
	}

	private static synchronized NodeBullmq shared() {
		if (shared == null || !shared.isAlive()) {
			shared = NodeBullmq.start(TestRedis.host(), TestRedis.port());
		}
		return shared;
	}

	@Override
	public void afterEach(ExtensionContext context) {
		if (shared != null && shared.isAlive()) {
			shared.reset();
		}
	}

}
