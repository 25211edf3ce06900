package io.redisjobs.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.PropertyMapping;

/**
 * Gives a test a Redis of its own, a {@link JobTester}, and handlers that run only when
 * the test says so. A Redis that a {@code @ServiceConnection} brings is used instead.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
public @interface AutoConfigureRedisJobs {

	/**
	 * Whether the embedded server is used although another Redis is configured.
	 */
	@PropertyMapping("redis-jobs.embedded.always")
	boolean embedded() default true;

	/**
	 * Whether containers start with the application and take jobs by themselves; the
	 * {@link JobTester} needs those of its queues stopped.
	 */
	@PropertyMapping("redis-jobs.auto-startup")
	boolean startContainers() default false;

	/**
	 * Whether every test method begins with empty queues: the embedded server is emptied
	 * altogether, on any other the queues of the application are, before and after each
	 * method. The property {@code redis-jobs-test.clear} says it for all tests.
	 */
	@PropertyMapping(value = JobsTestExecutionListener.CLEAR, skip = PropertyMapping.Skip.ON_DEFAULT_VALUE)
	boolean clear() default true;

}
