package io.redisjobs.protocol;

import java.util.Collection;

import org.jspecify.annotations.Nullable;

/**
 * Text from Redis as it may stand in a log line: on that line, and not too long.
 */
public final class Printable {

	private static final int LONGEST = 200;

	private static final int MOST = 20;

	private Printable() {
	}

	/**
	 * An id or a name. What would end the line, or could not be seen on it, is written as
	 * a Unicode escape.
	 */
	public static String of(@Nullable String text) {
		if (text == null) {
			return "null";
		}
		StringBuilder line = new StringBuilder(Math.min(text.length(), LONGEST));
		int at = 0;
		while (at < text.length() && line.length() < LONGEST) {
			int character = text.codePointAt(at);
			at += Character.charCount(character);
			if (visible(character)) {
				line.appendCodePoint(character);
			}
			else {
				line.append(String.format("\\u%04x", character));
			}
		}
		if (at < text.length()) {
			line.append(".. (").append(text.length()).append(" characters)");
		}
		return line.toString();
	}

	/** Several ids or names, of which the first are shown. */
	public static String of(Collection<String> texts) {
		String shown = String.join(", ", texts.stream().limit(MOST).map(Printable::of).toList());
		return "[" + shown + ((texts.size() > MOST) ? ", .. " + (texts.size() - MOST) + " more" : "") + "]";
	}

	private static boolean visible(int character) {
		return switch (Character.getType(character)) {
			case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
					Character.SURROGATE, Character.UNASSIGNED ->
				false;
			default -> true;
		};
	}

}
