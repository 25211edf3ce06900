package io.redisjobs.protocol.streams;

/** Decides which queue a requested job belongs to. */
@FunctionalInterface
public interface JobRouter {

	/**
	 * Names the queue, without the prefix of the streams.
	 * @throws io.redisjobs.UnfitJobException if this application knows no queue for the
	 * job; another version of it may
	 * @throws io.redisjobs.UnrecoverableJobException if the job belongs nowhere
	 */
	String route(JobEnvelope envelope);

}
