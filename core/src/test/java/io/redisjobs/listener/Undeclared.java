package io.redisjobs.listener;

/**
 * Throws checked exceptions that nobody has declared, as beans that are written in Kotlin
 * may.
 */
final class Undeclared {

	private Undeclared() {
	}

	static RuntimeException raise(Exception exception) {
		return Undeclared.<RuntimeException>raiseAs(exception);
	}

	@SuppressWarnings("unchecked")
	private static <E extends Exception> E raiseAs(Exception exception) throws E {
		throw (E) exception;
	}

}
