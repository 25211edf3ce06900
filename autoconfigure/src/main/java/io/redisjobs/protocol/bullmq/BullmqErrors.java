package io.redisjobs.protocol.bullmq;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;

/**
 * Errors as BullMQ stores them. Nothing that an exception does when it is asked, and no
 * length of it, may keep a job from ending.
 */
final class BullmqErrors {

	private static final int LONGEST_REASON = 16 * 1024;

	private static final int LONGEST_TRACE = 64 * 1024;

	private static final int LONGEST_TRACES = 512 * 1024;

	private BullmqErrors() {
	}

	static String reason(Throwable error) {
		String message = ask(error, Throwable::getMessage);
		return (message != null && !message.isEmpty()) ? cut(message, LONGEST_REASON) : error.getClass().getName();
	}

	/** The job's stack traces with that of the error, without the oldest if too many. */
	static byte[] stackTraces(BullmqReservedJob job, Throwable error) {
		ArrayNode traces = traces(job.record().stackTraces());
		String trace = ask(error, BullmqErrors::print);
		traces.add(cut((trace != null) ? trace : reason(error), LONGEST_TRACE));
		Integer limit = job.options().limits().stackTraces();
		while (limit != null && traces.size() > Math.max(0, limit)) {
			traces.remove(0);
		}
		while (traces.size() > 1 && length(traces) > LONGEST_TRACES) {
			traces.remove(0);
		}
		return BullmqJson.bytes(traces);
	}

	private static @Nullable String ask(Throwable error, Function<Throwable, @Nullable String> question) {
		try {
			return question.apply(error);
		}
		catch (RuntimeException | StackOverflowError | LinkageError ex) {
			return null;
		}
	}

	private static String print(Throwable error) {
		StringWriter text = new StringWriter();
		error.printStackTrace(new PrintWriter(text, true));
		return text.toString();
	}

	private static String cut(String text, int longest) {
		if (text.length() <= longest) {
			return text;
		}
		// half of a pair of surrogates could not be written
		int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
		return text.substring(0, end) + "..";
	}

	private static ArrayNode traces(byte @Nullable [] stored) {
		ArrayNode read = (stored != null) ? BullmqJson.readArray(stored) : null;
		return (read != null) ? read : BullmqJson.array();
	}

	private static int length(ArrayNode traces) {
		int length = 0;
		for (int i = 0; i < traces.size(); i++) {
			length += traces.get(i).asString("").length();
		}
		return length;
	}

}
