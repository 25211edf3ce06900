package io.redisjobs;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

/**
 * Makes a bean's method the handler of a queue's jobs, as in
 * {@code @JobHandler("emails")}.
 * <p>
 * The method may take the payload, converted to whatever type it declares, and the
 * {@link JobContext}, in any order, or neither. What it returns becomes the job's result.
 * A {@link java.util.concurrent.CompletionStage} and reactive types of one value are
 * awaited, as are suspending functions of Kotlin; types of many values are refused at
 * start, as are a mere {@link java.util.concurrent.Future} and asynchronous methods.
 * Throwing fails the attempt, and so does a payload that is not valid, if its argument
 * asks for validation as that of a web request would ({@code @Valid}).
 * <p>
 * Several methods may handle the jobs of one queue, each those of another
 * {@link #name()}. They share the queue's concurrency. Placeholders and SpEL resolve in
 * every attribute.
 */
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface JobHandler {

	/** The queue, short for {@link #queue()}. */
	@AliasFor("queue")
	String value() default "";

	/** The queue; must be given, here or as {@link #value()}. */
	@AliasFor("value")
	String queue() default "";

	/**
	 * The job name to handle; empty handles every name that no other handler takes.
	 * Refused at start where the jobs of the queue's contract have no names.
	 */
	String name() default "";

	/**
	 * How many jobs of the queue run at a time in this application, overriding the
	 * property {@code concurrency}. Handlers of one queue must not disagree on it.
	 */
	String concurrency() default "";

	/**
	 * Whether the queue's container starts with the application, overriding the property
	 * {@code auto-startup}: {@code true} or {@code false}.
	 */
	String autoStartup() default "";

	/** The bean name of the container factory to use instead of the default one. */
	String containerFactory() default "";

}
