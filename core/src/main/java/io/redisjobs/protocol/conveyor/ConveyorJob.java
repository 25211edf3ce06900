package io.redisjobs.protocol.conveyor;

import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * A job as Conveyor stores it: an immutable protobuf message, with the bytes it was read
 * from or is written as. Two jobs are equal if their bytes are.
 */
public final class ConveyorJob {

	private final ConveyorFields fields;

	private final byte[] bytes;

	ConveyorJob(ConveyorFields fields, byte[] bytes) {
		this.fields = fields;
		this.bytes = bytes;
	}

	/** Begins a job. */
	public static Builder builder() {
		return new Builder(new ConveyorFields());
	}

	/**
	 * Reads a job.
	 * @throws ConveyorException.Serialization if the bytes are not such a message
	 */
	public static ConveyorJob parse(byte[] bytes) {
		return new ConveyorJob(ConveyorFields.read(bytes), bytes.clone());
	}

	/** Begins a changed copy, which keeps the fields unknown here. */
	public Builder toBuilder() {
		return new Builder(this.fields.copy());
	}

	/** The bytes as stored. */
	public byte[] toByteArray() {
		return this.bytes.clone();
	}

	byte[] bytes() {
		return this.bytes;
	}

	/** Its id; empty until it is added. */
	public String uuid() {
		return this.fields.uuid;
	}

	/** Its type: the full name of the payload's message. */
	public String type() {
		return this.fields.type;
	}

	/** Its queue. */
	public String queue() {
		return this.fields.queue;
	}

	/** Its payload. */
	public byte[] payload() {
		return this.fields.payload.toByteArray();
	}

	/** When it is to run at the earliest. */
	public Optional<Instant> runAt() {
		return Optional.ofNullable(this.fields.runAt).map(ConveyorFields::instant);
	}

	/** The job it is a child of; empty if none. */
	public String parentUuid() {
		return this.fields.parentUuid;
	}

	/** The job whose end it waits for; empty if none. */
	public String predecessorUuid() {
		return this.fields.predecessorUuid;
	}

	/** The job it waits for, its parent before its predecessor; empty if none. */
	String waitsFor() {
		return parentUuid().isEmpty() ? predecessorUuid() : parentUuid();
	}

	/** When it was started. */
	public Optional<Instant> startedAt() {
		return Optional.ofNullable(this.fields.startedAt).map(ConveyorFields::instant);
	}

	/** How many attempts have failed. */
	public int retry() {
		return this.fields.retry;
	}

	/** How many attempts it has; 0 for the worker's default. */
	public int maxRetries() {
		return this.fields.maxRetries;
	}

	/** Why the last attempt failed; empty if none has. */
	public String lastFailure() {
		return this.fields.lastFailure;
	}

	/** Its status, which only events carry. */
	public Status status() {
		return Status.of(this.fields.status);
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof ConveyorJob job && Arrays.equals(this.bytes, job.bytes);
	}

	@Override
	public int hashCode() {
		return Arrays.hashCode(this.bytes);
	}

	@Override
	public String toString() {
		return "ConveyorJob[uuid=" + uuid() + ", type=" + type() + ", queue=" + queue() + "]";
	}

	/** What an event tells of a job. */
	public enum Status {

		/** Not an event, or a status unknown here. */
		UNKNOWN,
		/** It was added. */
		ENQUEUED,
		/** Its handler was called. */
		RUNNING,
		/** Its handler has ended well. */
		COMPLETED,
		/** Its handler has failed. */
		FAILED;

		static Status of(int number) {
			return (number > 0 && number < values().length) ? values()[number] : UNKNOWN;
		}

	}

	/** Collects the fields of a job. */
	public static final class Builder {

		private final ConveyorFields fields;

		private Builder(ConveyorFields fields) {
			this.fields = fields;
		}

		/** Sets its id. */
		public Builder uuid(String uuid) {
			this.fields.uuid = uuid;
			return this;
		}

		/** Sets its type. */
		public Builder type(String type) {
			this.fields.type = type;
			return this;
		}

		/** Sets its queue. */
		public Builder queue(String queue) {
			this.fields.queue = queue;
			return this;
		}

		/** Sets its payload. */
		public Builder payload(byte[] payload) {
			this.fields.payload(payload);
			return this;
		}

		/** Sets when it is to run at the earliest. */
		public Builder runAt(Instant runAt) {
			this.fields.runAt = ConveyorFields.timestamp(runAt);
			return this;
		}

		/** Sets the job it is a child of. */
		public Builder parentUuid(String parentUuid) {
			this.fields.parentUuid = parentUuid;
			return this;
		}

		/** Sets the job whose end it waits for. */
		public Builder predecessorUuid(String predecessorUuid) {
			this.fields.predecessorUuid = predecessorUuid;
			return this;
		}

		/** Sets how many attempts have failed. */
		public Builder retry(int retry) {
			this.fields.retry = retry;
			return this;
		}

		/** Sets how many attempts it has. */
		public Builder maxRetries(int maxRetries) {
			this.fields.maxRetries = maxRetries;
			return this;
		}

		/** Sets why the last attempt failed. */
		public Builder lastFailure(String lastFailure) {
			this.fields.lastFailure = lastFailure;
			return this;
		}

		/** Sets its status. */
		public Builder status(Status status) {
			this.fields.status = status.ordinal();
			return this;
		}

		/** Writes the job. */
		public ConveyorJob build() {
			ConveyorFields copy = this.fields.copy();
			return new ConveyorJob(copy, copy.write());
		}

	}

}
