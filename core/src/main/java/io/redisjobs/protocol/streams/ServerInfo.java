package io.redisjobs.protocol.streams;

import org.jspecify.annotations.Nullable;

/**
 * A section of INFO.
 *
 * @param text what the server said, empty if it did not
 */
record ServerInfo(String text) {

	@Nullable String value(String name) {
		return this.text.lines()
			.filter((line) -> line.startsWith(name + ":"))
			.map((line) -> line.substring(name.length() + 1).strip())
			.findFirst()
			.orElse(null);
	}

	long number(String name) {
		String value = value(name);
		try {
			return (value != null) ? Long.parseLong(value) : 0;
		}
		catch (NumberFormatException ex) {
			return 0;
		}
	}

}
