package io.redisjobs.protocol.conveyor;

import java.util.List;

/**
 * How many jobs a queue has, in a part of the keys that all queues share.
 *
 * @param queued how many wait in the queue
 * @param paused whether it is paused
 * @param scheduled how many of the part are scheduled
 * @param failed how many of the part have failed
 * @param more whether there may be more scheduled or failed ones
 * @param cursor where the jobs in progress go on, empty if all were seen
 * @param running those in progress that run; one may come twice
 * @param closing those in progress that wait for children
 * @param firstDue the score of the first of the part that is scheduled, empty if none is
 */
record ConveyorCounts(long queued, boolean paused, long scheduled, long failed, boolean more, String cursor,
		List<String> running, List<String> closing, String firstDue) {

	/** Whether there is another part. */
	boolean goOn() {
		return this.more || !this.cursor.isEmpty();
	}

}
