package io.redisjobs.convert;

import java.lang.reflect.Type;

import org.jspecify.annotations.Nullable;

/** Turns payloads, results and progress into what Redis stores, and back. */
public interface PayloadConverter {

	/**
	 * Writes a value.
	 * @param value what a user published or a handler returned
	 * @throws IllegalArgumentException if it cannot be written; the message says why
	 */
	byte[] write(@Nullable Object value);

	/**
	 * Reads a payload.
	 * @throws PayloadMismatchException if it does not fit the type
	 */
	@Nullable Object read(byte[] payload, Type type);

	/**
	 * The name of a value's type, where the value itself has one that other languages
	 * know it by. Jobs that name no type get it, on queues whose jobs have types.
	 */
	default @Nullable String typeName(@Nullable Object value) {
		return null;
	}

}
