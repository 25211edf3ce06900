package io.redisjobs;

import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ParameterizedTypeReference;

/**
 * A job as it was found in Redis at one moment. Where a contract does not store
 * something, it is empty or {@code null}: OmniQ has neither names, progress, results nor
 * logs.
 */
public final class JobSnapshot {

	private static final byte[] NULL = { 'n', 'u', 'l', 'l' };

	private static final Reader NONE = (stored, type) -> {
		throw new IllegalStateException("A snapshot that a queue itself found cannot be converted. "
				+ "Use JobOperations.find(..), or give it a reader with readBy(..).");
	};

	private final String queue;

	private final String id;

	private final String name;

	private final JobState state;

	private final byte[] payload;

	private final @Nullable String progress;

	private final byte @Nullable [] result;

	private final @Nullable String failure;

	private final List<String> stackTraces;

	private final int attempts;

	private final int maxAttempts;

	private final @Nullable Instant publishedAt;

	private final @Nullable Instant startedAt;

	private final @Nullable Instant finishedAt;

	private final @Nullable Instant dueAt;

	private final List<String> logs;

	private final Reader reader;

	private JobSnapshot(Builder from) {
		this.queue = from.queue;
		this.id = from.id;
		this.name = from.name;
		this.state = from.state;
		this.payload = from.payload;
		this.progress = from.progress;
		this.result = from.result;
		this.failure = from.failure;
		this.stackTraces = List.copyOf(from.stackTraces);
		this.attempts = from.attempts;
		this.maxAttempts = from.maxAttempts;
		this.publishedAt = from.publishedAt;
		this.startedAt = from.startedAt;
		this.finishedAt = from.finishedAt;
		this.dueAt = from.dueAt;
		this.logs = List.copyOf(from.logs);
		this.reader = from.reader;
	}

	/** Starts a snapshot of a job that is in no known state and had no attempt yet. */
	public static Builder builder(String queue, String id) {
		return new Builder(queue, id);
	}

	/** The same snapshot, with payload and result read by another reader. */
	public JobSnapshot readBy(Reader reader) {
		Builder copy = new Builder(this.queue, this.id);
		copy.name = this.name;
		copy.state = this.state;
		copy.payload = this.payload;
		copy.progress = this.progress;
		copy.result = this.result;
		copy.failure = this.failure;
		copy.stackTraces = this.stackTraces;
		copy.attempts = this.attempts;
		copy.maxAttempts = this.maxAttempts;
		copy.publishedAt = this.publishedAt;
		copy.startedAt = this.startedAt;
		copy.finishedAt = this.finishedAt;
		copy.dueAt = this.dueAt;
		copy.logs = this.logs;
		copy.reader = reader;
		return copy.build();
	}

	/** Its queue. */
	public String queue() {
		return this.queue;
	}

	/** Its id. */
	public String id() {
		return this.id;
	}

	/** Its name or type; empty where the contract has none. */
	public String name() {
		return this.name;
	}

	/** Where it stands. */
	public JobState state() {
		return this.state;
	}

	/** Its payload as stored. */
	public byte[] payload() {
		return this.payload;
	}

	/**
	 * Its payload as a handler gets it that declares this type.
	 * @return the payload, {@code null} if that is what was published
	 * @throws io.redisjobs.convert.PayloadMismatchException if it does not fit the type
	 */
	public <T> @Nullable T payload(Class<T> type) {
		return read(this.payload, type);
	}

	/** As {@link #payload(Class)}, for types such as {@code List<Mail>}. */
	public <T> @Nullable T payload(ParameterizedTypeReference<T> type) {
		return read(this.payload, type.getType());
	}

	/** Its payload as text. */
	public String payloadText() {
		return new String(this.payload, StandardCharsets.UTF_8);
	}

	/** The last progress as JSON; {@code null} if none was reported. */
	public @Nullable String progress() {
		return this.progress;
	}

	/** Its result as stored; {@code null} while there is none. */
	public byte @Nullable [] result() {
		return this.result;
	}

	/**
	 * What its handler returned.
	 * @return the result; empty while there is none, where the contract stores none, and
	 * if the handler returned nothing or {@code null}
	 * @throws io.redisjobs.convert.PayloadMismatchException if it does not fit the type
	 */
	public <T> Optional<T> result(Class<T> type) {
		return result((Type) type);
	}

	/** As {@link #result(Class)}, for types such as {@code List<Video>}. */
	public <T> Optional<T> result(ParameterizedTypeReference<T> type) {
		return result(type.getType());
	}

	private <T> Optional<T> result(Type type) {
		// as text, null would be one
		return (this.result == null || Arrays.equals(this.result, NULL)) ? Optional.empty()
				: Optional.ofNullable(read(this.result, type));
	}

	/** Its result as text; {@code null} while there is none. */
	public @Nullable String resultText() {
		return (this.result != null) ? new String(this.result, StandardCharsets.UTF_8) : null;
	}

	/** Why it failed last; {@code null} if it never did. */
	public @Nullable String failure() {
		return this.failure;
	}

	/** The stack traces of its failures, as far as they are kept, the newest last. */
	public List<String> stackTraces() {
		return this.stackTraces;
	}

	/** How many attempts have ended. */
	public int attempts() {
		return this.attempts;
	}

	/** How many attempts it has at most. */
	public int maxAttempts() {
		return this.maxAttempts;
	}

	/** When it was published; {@code null} if nobody noted it. */
	public @Nullable Instant publishedAt() {
		return this.publishedAt;
	}

	/** When it was last started; {@code null} if it never was. */
	public @Nullable Instant startedAt() {
		return this.startedAt;
	}

	/** When it ended for good; {@code null} before that. */
	public @Nullable Instant finishedAt() {
		return this.finishedAt;
	}

	/** When it is due; {@code null} unless it is delayed. */
	public @Nullable Instant dueAt() {
		return this.dueAt;
	}

	/** What its handlers logged, the newest last, 1000 lines at most. */
	public List<String> logs() {
		return this.logs;
	}

	@SuppressWarnings("unchecked")
	private <T> @Nullable T read(byte[] stored, Type type) {
		return (T) this.reader.read(stored, type);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof JobSnapshot snapshot && values().equals(snapshot.values());
	}

	@Override
	public int hashCode() {
		return values().hashCode();
	}

	private List<@Nullable Object> values() {
		return Arrays.asList(this.queue, this.id, this.name, this.state, ByteBuffer.wrap(this.payload), this.progress,
				(this.result != null) ? ByteBuffer.wrap(this.result) : null, this.failure, this.stackTraces,
				this.attempts, this.maxAttempts, this.publishedAt, this.startedAt, this.finishedAt, this.dueAt,
				this.logs);
	}

	@Override
	public String toString() {
		return "Queue '" + this.queue + "', job " + this.id + (this.name.isEmpty() ? "" : " (" + this.name + ")") + ": "
				+ this.state + ", " + this.attempts + " of " + this.maxAttempts + " attempts ended"
				+ ((this.failure != null) ? ", failed last because of: " + this.failure : "");
	}

	/** Turns what is stored into objects. */
	@FunctionalInterface
	public interface Reader {

		/** Reads a payload or a result as a type. */
		@Nullable Object read(byte[] stored, Type type);

	}

	/**
	 * Collects what a contract knows of a job, each method what the snapshot's method of
	 * the same name tells. What the contract does not know stays empty.
	 */
	public static final class Builder {

		private final String queue;

		private final String id;

		private String name = "";

		private JobState state = JobState.UNKNOWN;

		private byte[] payload = new byte[0];

		private @Nullable String progress;

		private byte @Nullable [] result;

		private @Nullable String failure;

		private List<String> stackTraces = List.of();

		private int attempts;

		private int maxAttempts = 1;

		private @Nullable Instant publishedAt;

		private @Nullable Instant startedAt;

		private @Nullable Instant finishedAt;

		private @Nullable Instant dueAt;

		private List<String> logs = List.of();

		private Reader reader = NONE;

		private Builder(String queue, String id) {
			this.queue = queue;
			this.id = id;
		}

		public Builder name(String name) {
			this.name = name;
			return this;
		}

		public Builder state(JobState state) {
			this.state = state;
			return this;
		}

		public Builder payload(byte[] payload) {
			this.payload = payload;
			return this;
		}

		public Builder progress(@Nullable String progress) {
			this.progress = progress;
			return this;
		}

		public Builder result(byte @Nullable [] result) {
			this.result = result;
			return this;
		}

		public Builder failure(@Nullable String failure) {
			this.failure = failure;
			return this;
		}

		public Builder stackTraces(List<String> stackTraces) {
			this.stackTraces = stackTraces;
			return this;
		}

		public Builder attempts(int attempts) {
			this.attempts = attempts;
			return this;
		}

		public Builder maxAttempts(int maxAttempts) {
			this.maxAttempts = maxAttempts;
			return this;
		}

		public Builder publishedAt(@Nullable Instant publishedAt) {
			this.publishedAt = publishedAt;
			return this;
		}

		public Builder startedAt(@Nullable Instant startedAt) {
			this.startedAt = startedAt;
			return this;
		}

		public Builder finishedAt(@Nullable Instant finishedAt) {
			this.finishedAt = finishedAt;
			return this;
		}

		public Builder dueAt(@Nullable Instant dueAt) {
			this.dueAt = dueAt;
			return this;
		}

		public Builder logs(List<String> logs) {
			this.logs = logs;
			return this;
		}

		public JobSnapshot build() {
			return new JobSnapshot(this);
		}

	}

}
