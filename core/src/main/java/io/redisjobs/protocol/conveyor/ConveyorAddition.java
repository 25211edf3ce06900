package io.redisjobs.protocol.conveyor;

import io.redisjobs.redis.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * One job on its way into Redis.
 *
 * @param route the way it takes
 * @param target the key it goes into
 * @param second the key the route looks at
 * @param job the job
 * @param detail the route's argument, if it has one
 * @param publisher the run that adds it, if one does
 */
record ConveyorAddition(Route route, byte[] target, byte[] second, ConveyorJob job, byte @Nullable [] detail,
		@Nullable ConveyorRun publisher) {

	static ConveyorAddition waiting(boolean verified, byte[] list, byte[] jobKey, ConveyorJob job, String waitsFor) {
		return new ConveyorAddition(verified ? Route.VERIFY : Route.WAIT, list, jobKey, job, Bytes.of(waitsFor), null);
	}

	static ConveyorAddition scheduled(byte[] scheduled, ConveyorJob job, long epochSecond) {
		return new ConveyorAddition(Route.SCHEDULE, scheduled, scheduled, job, Bytes.of(epochSecond), null);
	}

	static ConveyorAddition queued(byte[] queue, ConveyorJob job) {
		return new ConveyorAddition(Route.QUEUE, queue, queue, job, null, null);
	}

	static ConveyorAddition released(byte[] queue, byte[] released, ConveyorJob job) {
		return new ConveyorAddition(Route.RELEASED, queue, released, job, null, null);
	}

	/** Done by a run, and only while that owns its job. */
	ConveyorAddition by(ConveyorRun publisher) {
		return new ConveyorAddition(this.route, this.target, this.second, this.job, this.detail, publisher);
	}

	/** A job that waits stays though a run of the job waited for fails. */
	ConveyorAddition staying() {
		Route staying = switch (this.route) {
			case WAIT -> Route.KEEP;
			case VERIFY -> Route.VERIFY_KEEP;
			default -> this.route;
		};
		return new ConveyorAddition(staying, this.target, this.second, this.job, this.detail, this.publisher);
	}

	/** The way a job takes. */
	enum Route {

		/** It waits for another. */
		WAIT("wait"),
		/** It waits for another that is known to come to its end. */
		VERIFY("verify"),
		/** As {@link #WAIT}, and stays though a run of the other fails. */
		KEEP("keep"),
		/** As {@link #VERIFY}, and stays though a run of the other fails. */
		VERIFY_KEEP("verifyKeep"),
		/** To the scheduled jobs. */
		SCHEDULE("schedule"),
		/** To its queue. */
		QUEUE("queue"),
		/** To its queue as a released child. */
		RELEASED("released");

		private final String word;

		Route(String word) {
			this.word = word;
		}

		/** The script's word for it. */
		String word() {
			return this.word;
		}

	}

}
