package io.redisjobs.sample.web;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.TokenStreamLocation;

/** A request that cannot be what its sender meant. */
class BadRequestException extends RuntimeException {

	private final String title;

	private final @Nullable TokenStreamLocation location;

	BadRequestException(String title, String message) {
		this(title, message, null);
	}

	BadRequestException(String title, String message, @Nullable TokenStreamLocation location) {
		super(message);
		this.title = title;
		this.location = location;
	}

	/** What kind of mistake it is. */
	String title() {
		return this.title;
	}

	/** Where in the payload it is, if it is there. */
	@Nullable TokenStreamLocation location() {
		return this.location;
	}

}
