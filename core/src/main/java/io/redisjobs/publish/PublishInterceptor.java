package io.redisjobs.publish;

import java.util.List;
import java.util.function.Function;

import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.PublishResult;

/** Surrounds the publishing of jobs; beans of this type are called in their order. */
@FunctionalInterface
public interface PublishInterceptor {

	/**
	 * Publishes, by calling on.
	 * @param queue the queue
	 * @param jobs the jobs
	 * @param next what publishes them
	 */
	List<PublishResult> publish(OpenQueue queue, List<NewJob> jobs, Function<List<NewJob>, List<PublishResult>> next);

}
