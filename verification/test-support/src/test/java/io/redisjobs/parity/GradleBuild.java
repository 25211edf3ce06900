package io.redisjobs.parity;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the Gradle scripts say; they keep to one dependency per line so that this can read
 * them.
 */
final class GradleBuild {

	private static final Pattern MODULE = Pattern.compile("(?m)^module\\(\"([^\"]+)\", \"([^\"]+)\"\\)");

	private static final Pattern MANAGED = Pattern
		.compile("\"(?:api|managed)\"\\((?:platform\\()?\"([^:\"]+:[^:\"]+):\\$\\{versionOf\\(\"([^\"]+)\"\\)}\"");

	private static final Pattern DEPENDENCY = Pattern.compile(
			"(?m)^\\s+(\\w+)\\((?:\"([^:\"]+:[^:\"]+)(?::\\$\\{property\\(\"[^\"]+\"\\)}(?:!!)?)?\"|project\\(\":([^\"]+)\"(, \"tests\")?\\))\\)"
					+ "(?: \\{ exclude\\(\"([^\"]+)\", \"([^\"]+)\"\\) })?$");

	private final Path root;

	GradleBuild(Path root) {
		this.root = root;
	}

	/** The names of the modules by their folders. */
	Map<String, String> modules() {
		Map<String, String> modules = new TreeMap<>();
		Matcher module = MODULE.matcher(read("settings.gradle.kts"));
		while (module.find()) {
			modules.put(module.group(1), module.group(2));
		}
		return modules;
	}

	Map<String, String> versions() {
		Properties properties = new Properties();
		try (Reader reader = Files.newBufferedReader(this.root.resolve("gradle.properties"))) {
			properties.load(reader);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		Map<String, String> versions = new TreeMap<>();
		properties.forEach((name, value) -> {
			if (!name.toString().startsWith("org.gradle.")) {
				versions.put(name.toString(), value.toString());
			}
		});
		return versions;
	}

	Set<String> managedDependencies() {
		Set<String> managed = new TreeSet<>();
		Matcher dependency = MANAGED.matcher(read("build.gradle.kts"));
		while (dependency.find()) {
			managed.add(dependency.group(1) + ":${" + dependency.group(2) + ".version}");
		}
		return managed;
	}

	/** The dependencies of a module as {@code configuration(coordinates)}. */
	Set<String> dependencies(String module) {
		Set<String> dependencies = new TreeSet<>();
		Matcher dependency = DEPENDENCY.matcher(read(module + "/build.gradle.kts"));
		while (dependency.find()) {
			String coordinates = (dependency.group(2) != null) ? dependency.group(2)
					: "project " + dependency.group(3) + ((dependency.group(4) != null) ? ":tests" : "");
			// Maven has one word for both
			String configuration = dependency.group(1).equals("implementation") ? "api" : dependency.group(1);
			String excluded = (dependency.group(5) != null)
					? " without " + dependency.group(5) + ":" + dependency.group(6) : "";
			dependencies.add(configuration + "(" + coordinates + excluded + ")");
		}
		return dependencies;
	}

	private String read(String file) {
		try {
			return Files.readString(this.root.resolve(file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The Gradle build lacks " + file + " (CONTRIBUTING.md tells how to add it)",
					ex);
		}
	}

}
