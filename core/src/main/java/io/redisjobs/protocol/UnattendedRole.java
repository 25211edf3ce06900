package io.redisjobs.protocol;

/**
 * Has upkeep also where this application takes no jobs, because workers of others may
 * know nothing of it.
 */
public interface UnattendedRole {

	/** Creates what workers of others need to begin. Can be repeated. */
	void prepare();

	/**
	 * Does a bounded piece of the upkeep of a queue that no worker here takes jobs from.
	 * @param limit the most jobs to touch
	 */
	MaintenanceReport maintainForOthers(int limit);

}
