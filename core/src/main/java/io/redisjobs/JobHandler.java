package io.redisjobs;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a bean's method the handler of a queue's jobs.
 * <p>
 * The method may take the payload, converted to whatever type it declares, and the
 * {@link JobContext}, in any order, or neither. What it returns becomes the job's result.
 * A {@link java.util.concurrent.CompletionStage} and reactive types of one value are
 * awaited, as are suspending functions of Kotlin; types of many values are refused at
 * start, as is a mere {@link java.util.concurrent.Future}. Throwing fails the attempt.
 * Placeholders and SpEL resolve in every attribute.
 */
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface JobHandler {

	/** The queue. */
	String queue();

	/** The job name to handle; empty handles every name that no other handler takes. */
	String name() default "";

	/** How many jobs of the queue run at a time, overriding the property. */
	String concurrency() default "";

	/** Whether the queue's container starts with the application. */
	String autoStartup() default "";

	/** The bean name of the container factory to use. */
	String containerFactory() default "";

}
