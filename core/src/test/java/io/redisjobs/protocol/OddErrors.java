package io.redisjobs.protocol;

import java.util.List;

/** Errors that no contract may stumble over. */
public final class OddErrors {

	private OddErrors() {
	}

	public static List<Throwable> all() {
		return List.of(new Throwing(), new RuntimeException(), new RuntimeException("x".repeat(5_000_000)),
				new RuntimeException("half of a character: \uD83D"), new RuntimeException("\0 \r\n"), new Endless());
	}

	private static final class Throwing extends RuntimeException {

		@Override
		public String getMessage() {
			throw new IllegalStateException("not even this");
		}

		@Override
		public String toString() {
			throw new IllegalStateException("nor this");
		}

		@Override
		public StackTraceElement[] getStackTrace() {
			throw new IllegalStateException("nor that");
		}

	}

	private static final class Endless extends Error {

		@Override
		public String getMessage() {
			return toString();
		}

	}

}
