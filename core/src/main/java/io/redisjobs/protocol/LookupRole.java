package io.redisjobs.protocol;

import java.util.Optional;

import io.redisjobs.JobSnapshot;

/** A queue whose jobs can be found by id. */
public interface LookupRole {

	/** Reads a job. */
	Optional<JobSnapshot> find(String id);

}
