package io.redisjobs.redis;

import java.nio.charset.StandardCharsets;

/** Text and numbers as Redis gets them. */
public final class Bytes {

	private Bytes() {
	}

	public static byte[] of(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	public static byte[] of(long number) {
		return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
	}

	public static byte[] of(boolean value) {
		return of(value ? 1 : 0);
	}

	public static String text(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

}
