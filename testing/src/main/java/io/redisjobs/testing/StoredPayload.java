package io.redisjobs.testing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.convert.PayloadMismatchException;
import org.jspecify.annotations.Nullable;

/** A payload as it is stored. */
final class StoredPayload {

	private static final int SHOWN = 500;

	private final byte[] bytes;

	private final PayloadConverter converter;

	StoredPayload(byte[] bytes, PayloadConverter converter) {
		this.bytes = bytes;
		this.converter = converter;
	}

	<T> @Nullable T as(Class<T> type) {
		return type.cast(this.converter.read(this.bytes, type));
	}

	/** Whether a value is stored like this, or equals what this is as its type. */
	boolean is(@Nullable Object expected) {
		if (Arrays.equals(this.converter.write(expected), this.bytes)) {
			return true;
		}
		try {
			return expected != null && expected.equals(this.converter.read(this.bytes, expected.getClass()));
		}
		catch (PayloadMismatchException ex) {
			return false;
		}
	}

	/** How a value would look. */
	String written(@Nullable Object value) {
		return shown(this.converter.write(value));
	}

	String text() {
		return new String(this.bytes, StandardCharsets.UTF_8);
	}

	@Override
	public String toString() {
		return shown(this.bytes);
	}

	private static String shown(byte[] bytes) {
		String text = new String(bytes, StandardCharsets.UTF_8);
		return (text.length() > SHOWN) ? text.substring(0, SHOWN) + ".." : text;
	}

}
