package io.redisjobs.listener.invoke;

import io.redisjobs.JobContext;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;

/**
 * Gives handler methods arguments other than the payload; beans of this type are asked in
 * order.
 */
public interface JobArgumentResolver {

	/** Whether it knows what to pass for a parameter. */
	boolean supports(MethodParameter parameter);

	/** What to pass. */
	@Nullable Object resolve(MethodParameter parameter, JobContext job);

}
