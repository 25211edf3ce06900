package io.redisjobs.convert;

import java.lang.reflect.Type;

import org.jspecify.annotations.Nullable;

/**
 * Turns payloads, results and progress into what Redis stores, and back. A bean of this
 * type replaces the one that writes JSON. Implementations are thread-safe.
 */
public interface PayloadConverter {

	/**
	 * Writes a value.
	 * @param value what was published, returned by a handler, or reported as progress
	 * @return what is stored; a contract may refuse what is not JSON
	 * @throws IllegalArgumentException if it cannot be written; the message says why
	 */
	byte[] write(@Nullable Object value);

	/**
	 * Reads a payload or a result.
	 * @param payload what is stored
	 * @param type what a handler declares, or a caller asks for
	 * @return the value; {@code null} if that is what was stored
	 * @throws PayloadMismatchException if it does not fit the type
	 */
	@Nullable Object read(byte[] payload, Type type);

	/**
	 * The type of a job with this payload that names neither a type nor a name, where its
	 * queue's jobs have types: the name by which other languages know the payload's type,
	 * such as that of a protobuf message.
	 * @param payload what is published
	 * @return the type, or {@code null} to leave it to the queue
	 */
	default @Nullable String jobType(@Nullable Object payload) {
		return null;
	}

}
