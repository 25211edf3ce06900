package io.redisjobs.protocol;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * What there is to say of an error. Whatever the error's own methods do, these do not
 * throw, and their answers are bounded and well-formed.
 */
public final class ErrorText {

	private static final int LONGEST_MESSAGE = 10_000;

	private static final int LONGEST_STACK_TRACE = 100_000;

	private ErrorText() {
	}

	/** The error's message, empty if it has none or does not tell it. */
	public static String message(Throwable error) {
		return told(() -> {
			String message = error.getMessage();
			return (message != null) ? bounded(message, LONGEST_MESSAGE) : "";
		}, "");
	}

	/** The error's message, or the name of its class. */
	public static String messageOrName(Throwable error) {
		String message = message(error);
		return message.isBlank() ? error.getClass().getName() : message;
	}

	/** The short name of the error's class and its message, if it has one. */
	public static String describe(Throwable error) {
		String simple = error.getClass().getSimpleName();
		String name = simple.isEmpty() ? error.getClass().getName() : simple;
		String message = message(error);
		return message.isEmpty() ? name : name + ": " + message;
	}

	/** The error's stack trace, or what can be said instead of it. */
	public static String stackTrace(Throwable error) {
		Beginning text = new Beginning();
		return told(() -> {
			error.printStackTrace(new PrintWriter(text));
			return bounded(text.toString(), LONGEST_STACK_TRACE);
		}, describe(error));
	}

	// errors too: a message that asks for itself overflows the stack
	private static String told(Supplier<String> text, String otherwise) {
		try {
			return text.get();
		}
		catch (Throwable ex) {
			return otherwise;
		}
	}

	private static String bounded(String text, int longest) {
		String beginning = (text.length() > longest) ? text.substring(0, longest) : text;
		// half of a character, cut or given, becomes a question mark
		return new String(beginning.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
	}

	/** Keeps the beginning of what is written. */
	private static final class Beginning extends Writer {

		private final StringBuilder text = new StringBuilder();

		@Override
		public void write(char[] buffer, int from, int count) {
			int room = LONGEST_STACK_TRACE - this.text.length();
			this.text.append(buffer, from, Math.min(count, room));
		}

		@Override
		public void flush() {
		}

		@Override
		public void close() {
		}

		@Override
		public String toString() {
			return this.text.toString();
		}

	}

}
