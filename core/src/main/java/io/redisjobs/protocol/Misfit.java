package io.redisjobs.protocol;

import java.security.CodeSource;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells of an error of linkage which classes do not fit, and the jars they were found in.
 */
final class Misfit {

	/** A class with its package, as errors write it: with dots, or with slashes. */
	private static final Pattern CLASS = Pattern.compile("(?:[\\w$]+[./])+[A-Z][\\w$]*");

	private static final Pattern JAR = Pattern.compile("([^/!]+\\.jar)[!/]*$");

	private Misfit() {
	}

	static String describe(LinkageError error) {
		// an error in the set-up of a class says nothing itself
		boolean silent = ErrorText.message(error).isEmpty() && error.getCause() != null;
		StringBuilder text = new StringBuilder(
				ErrorText.describe(error) + (silent ? ": " + ErrorText.describe(error.getCause()) : ""));
		Set<String> classes = new LinkedHashSet<>();
		Matcher named = CLASS.matcher(ErrorText.message(error));
		while (named.find()) {
			classes.add(named.group().replace('/', '.'));
		}
		StackTraceElement[] trace = error.getStackTrace();
		if (trace.length > 0) {
			classes.add(trace[0].getClassName());
		}
		classes.forEach((name) -> append(text, name));
		return text.toString();
	}

	private static void append(StringBuilder text, String name) {
		if (name.startsWith("java.")) {
			return;
		}
		try {
			Class<?> type = Class.forName(name, false, Misfit.class.getClassLoader());
			CodeSource source = type.getProtectionDomain().getCodeSource();
			if (source != null && source.getLocation() != null) {
				text.append("; ").append(name).append(" is from ").append(shortName(source.getLocation().toString()));
			}
		}
		catch (ClassNotFoundException ex) {
			text.append("; ").append(name).append(" is missing");
		}
		catch (LinkageError ex) {
			text.append("; ").append(name).append(" cannot be loaded");
		}
	}

	private static String shortName(String location) {
		Matcher jar = JAR.matcher(location);
		return jar.find() ? jar.group(1) : location;
	}

}
