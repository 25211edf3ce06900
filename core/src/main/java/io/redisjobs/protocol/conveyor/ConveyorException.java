package io.redisjobs.protocol.conveyor;

import io.redisjobs.RedisJobsException;
import org.jspecify.annotations.Nullable;

/** Why a Conveyor operation was not done. */
public abstract sealed class ConveyorException extends RedisJobsException {

	private ConveyorException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

	/** The job itself is not acceptable; Redis has not been changed. */
	public static final class InvalidJob extends ConveyorException {

		public InvalidJob(String message) {
			super(message, null);
		}

	}

	/** Bytes that are not a job, or a job that cannot become bytes. */
	public static final class Serialization extends ConveyorException {

		public Serialization(String message, @Nullable Throwable cause) {
			super(message, cause);
		}

	}

	/** Redis has not done it, or has not said so. */
	public static final class Storage extends ConveyorException {

		private final boolean recoverable;

		public Storage(String message, boolean recoverable, Throwable cause) {
			super(message, cause);
			this.recoverable = recoverable;
		}

		/** Whether the same call may succeed later, as after a lost connection. */
		public boolean recoverable() {
			return this.recoverable;
		}

	}

}
