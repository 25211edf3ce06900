package io.redisjobs.listener.invoke;

import java.util.List;
import java.util.function.Supplier;

import io.redisjobs.convert.PayloadConverter;

import org.springframework.validation.Validator;

/**
 * What the arguments of handler methods come from.
 *
 * @param converter reads payloads
 * @param resolvers know what to pass for parameters that are no payload
 * @param validators asked for once a payload is to be validated; the first that supports
 * it does that
 */
public record HandlerArguments(PayloadConverter converter, List<JobArgumentResolver> resolvers,
		Supplier<List<Validator>> validators) {

	public HandlerArguments {
		resolvers = List.copyOf(resolvers);
	}

}
