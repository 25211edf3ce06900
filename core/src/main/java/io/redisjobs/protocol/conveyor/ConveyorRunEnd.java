package io.redisjobs.protocol.conveyor;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * How a run ends without success.
 *
 * @param uuid the job
 * @param bytes the job as it goes on
 * @param way where it goes
 * @param target the key it goes into
 * @param due when it is due, if it is scheduled
 * @param leftParent the parent that goes on without it, or empty
 * @param told the job that an event tells of, if one is published
 */
record ConveyorRunEnd(String uuid, byte[] bytes, Way way, byte[] target, @Nullable Instant due, String leftParent,
		@Nullable ConveyorJob told) {

	static ConveyorRunEnd queued(ConveyorJob job, Way way, ConveyorKeys keys) {
		return new ConveyorRunEnd(job.uuid(), job.bytes(), way, keys.queue(job.queue()), null, "", null);
	}

	static ConveyorRunEnd scheduled(ConveyorJob job, Instant due, ConveyorKeys keys) {
		return new ConveyorRunEnd(job.uuid(), job.bytes(), Way.SCHEDULE, keys.scheduled(), due, "", null);
	}

	static ConveyorRunEnd failed(ConveyorJob job, String leftParent, ConveyorKeys keys) {
		return new ConveyorRunEnd(job.uuid(), job.bytes(), Way.FAILED, keys.failed(), null, leftParent, null);
	}

	/** The end of a run of which there is no job to be read. */
	static ConveyorRunEnd unreadable(String uuid, byte @Nullable [] bytes, ConveyorKeys keys) {
		return (bytes != null && bytes.length > 0)
				? new ConveyorRunEnd(uuid, bytes, Way.FAILED, keys.unreadable(), null, "", null)
				: new ConveyorRunEnd(uuid, new byte[0], Way.DROP, keys.unreadable(), null, "", null);
	}

	/** The same, told in an event. */
	ConveyorRunEnd told(ConveyorJob job) {
		return new ConveyorRunEnd(this.uuid, this.bytes, this.way, this.target, this.due, this.leftParent, job);
	}

	/** Where a job goes. */
	enum Way {

		/** To the front of its queue. */
		FRONT("front"),
		/** To the back of its queue. */
		BACK("back"),
		/** To the scheduled jobs. */
		SCHEDULE("schedule"),
		/** Among those that have failed for good, or that cannot be read. */
		FAILED("failed"),
		/** Nowhere: there is no job. */
		DROP("drop");

		private final String word;

		Way(String word) {
			this.word = word;
		}

		/** The script's word for it. */
		String word() {
			return this.word;
		}

	}

}
