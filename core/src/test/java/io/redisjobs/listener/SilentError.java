package io.redisjobs.listener;

/** An error about which nothing can be said. */
final class SilentError extends Error {

	private static final long serialVersionUID = 1;

	@Override
	public String getMessage() {
		throw new NoClassDefFoundError("missing");
	}

}
