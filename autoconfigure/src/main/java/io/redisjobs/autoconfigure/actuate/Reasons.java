package io.redisjobs.autoconfigure.actuate;

/** Says in a line why something went wrong. */
final class Reasons {

	private Reasons() {
	}

	static String of(Throwable error) {
		Throwable cause = error;
		while (cause.getCause() != null && cause.getCause() != cause) {
			cause = cause.getCause();
		}
		return cause.getClass().getSimpleName() + ": " + cause.getMessage();
	}

}
