package io.redisjobs.protocol;

import java.util.Optional;

import io.redisjobs.JobSnapshot;

/** A queue whose jobs can be found by id. */
public interface LookupRole {

	/**
	 * Reads a job.
	 * @return what is stored of it; empty if there is no such job
	 */
	Optional<JobSnapshot> find(String id);

}
