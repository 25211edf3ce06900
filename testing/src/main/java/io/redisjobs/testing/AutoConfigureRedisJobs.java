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
@PropertyMapping("redis-jobs")
public @interface AutoConfigureRedisJobs {

	/**
	 * Whether the embedded server is used although another Redis is configured.
	 */
	@PropertyMapping("embedded.always")
	boolean embedded() default true;

	/**
	 * Whether containers start with the application and take jobs by themselves; the
	 * {@link JobTester} needs those of its queues stopped.
	 */
	@PropertyMapping("auto-startup")
	boolean startContainers() default false;

}
