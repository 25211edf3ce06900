package io.redisjobs.testing;

import java.util.function.Consumer;

import org.springframework.core.Ordered;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/**
 * Lets every test method begin with empty queues and nothing running that a method before
 * has begun.
 */
final class JobsTestExecutionListener extends AbstractTestExecutionListener {

	/** Whether queues are emptied around each test method. */
	static final String CLEAR = "redis-jobs-test.clear";

	/**
	 * Before everything else when a method ends: handlers come to rest before their mocks
	 * are reset. After everything else when one begins.
	 */
	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public void beforeTestMethod(TestContext test) {
		if (isToBeCleared(test)) {
			withTester(test, JobTester::clear);
		}
	}

	@Override
	public void afterTestMethod(TestContext test) {
		withTester(test, isToBeCleared(test) ? JobTester::clear : JobTester::endAnswers);
	}

	private static boolean isToBeCleared(TestContext test) {
		return test.hasApplicationContext()
				&& test.getApplicationContext().getEnvironment().getProperty(CLEAR, Boolean.class, true);
	}

	private static void withTester(TestContext test, Consumer<JobTester> action) {
		if (test.hasApplicationContext()) {
			test.getApplicationContext().getBeanProvider(JobTester.class).ifAvailable(action);
		}
	}

}
