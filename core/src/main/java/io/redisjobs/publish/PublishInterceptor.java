package io.redisjobs.publish;

import java.util.List;
import java.util.function.Function;

import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.PublishResult;

/**
 * Surrounds the publishing of jobs; beans of this type are called in their order, on the
 * publisher's thread, for each call of {@link JobTemplate}.
 */
@FunctionalInterface
public interface PublishInterceptor {

	/**
	 * Publishes, by calling on.
	 * @param queue the queue
	 * @param jobs the jobs, converted and checked; what is set on their options now is
	 * not checked any more
	 * @param next what publishes them; not called, nothing is published
	 * @return a result for each job, in the jobs' order
	 */
	List<PublishResult> publish(OpenQueue queue, List<NewJob> jobs, Function<List<NewJob>, List<PublishResult>> next);

}
