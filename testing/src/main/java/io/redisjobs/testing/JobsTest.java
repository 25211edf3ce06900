package io.redisjobs.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * A test of job handlers and nothing else: components with {@code @JobHandler} methods
 * and what surrounds them, on an embedded Redis, run by a {@link JobTester}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(JobsTestContextBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(JobsTypeExcludeFilter.class)
@AutoConfigureRedisJobs
@ImportAutoConfiguration
public @interface JobsTest {

	/** Properties in the form {@code key=value}. */
	String[] properties() default {};

	/** Whether components are looked for as described; otherwise none are. */
	boolean useDefaultFilters() default true;

	/** Further components to use. */
	Filter[] includeFilters() default {};

	/** Components to leave out. */
	Filter[] excludeFilters() default {};

	/** Auto-configurations to leave out. */
	@AliasFor(annotation = ImportAutoConfiguration.class, attribute = "exclude")
	Class<?>[] excludeAutoConfiguration() default {};

}
