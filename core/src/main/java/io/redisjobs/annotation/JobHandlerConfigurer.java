package io.redisjobs.annotation;

import java.util.function.Consumer;

/** Registers handlers in code; beans of this type are called once at start. */
@FunctionalInterface
public interface JobHandlerConfigurer {

	/** Registers handlers. */
	void configure(Consumer<JobEndpoint> endpoints);

}
