package io.redisjobs.lua;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of one script with its includes in place.
 *
 * @param contract the contract's folder
 * @param name the script's name, without {@code .lua}
 * @param text what Redis runs
 */
public record LuaScript(String contract, String name, String text) {

	/** Where includes are that more than one contract uses. */
	private static final String SHARED = "shared";

	private static final Pattern INCLUDE = Pattern.compile("(?m)^--@include (\\w+)$");

	private static final Pattern COMMENT_LINE = Pattern.compile("(?m)^\\s*--.*\\R");

	/**
	 * Reads a script from the class path.
	 * @throws IllegalArgumentException if there is none, or it includes one that is
	 * missing
	 */
	public static LuaScript read(String contract, String name) {
		String source = resource(contract, name);
		Map<String, String> includes = new LinkedHashMap<>();
		collect(contract, source, includes);
		String body = INCLUDE.matcher(source).replaceAll("");
		String text = COMMENT_LINE.matcher(String.join("\n", includes.values()) + "\n" + body).replaceAll("");
		return new LuaScript(contract, name, text.strip() + "\n");
	}

	/** The source of a script or an include as it was written. */
	public static String source(String contract, String name) {
		return resource(contract, name);
	}

	// An include may name others; each function is defined once, before its first use.
	private static void collect(String contract, String source, Map<String, String> includes) {
		Matcher matcher = INCLUDE.matcher(source);
		while (matcher.find()) {
			String name = matcher.group(1);
			if (includes.containsKey(name)) {
				continue;
			}
			String included = include(contract, name);
			collect(contract, included, includes);
			includes.put(name, INCLUDE.matcher(included).replaceAll("").strip());
		}
	}

	private static String include(String contract, String name) {
		String path = "includes/" + name;
		boolean own = LuaScript.class.getResource(contract + "/" + path + ".lua") != null;
		return resource(own ? contract : SHARED, path);
	}

	private static String resource(String contract, String name) {
		String path = contract + "/" + name + ".lua";
		try (InputStream stream = LuaScript.class.getResourceAsStream(path)) {
			if (stream == null) {
				throw new IllegalArgumentException("There is no script " + path);
			}
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot read script " + path, ex);
		}
	}

}
