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
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the Gradle scripts say; they keep to one dependency per line so that this can read
 * them.
 */
final class GradleBuild {

	private static final Pattern INCLUDE = Pattern.compile("(?m)^include\\(\"([^\"]+)\"\\)");

	private static final Pattern MANAGED = Pattern
		.compile("\"api\"\\((?:platform\\()?\"([^:\"]+:[^:\"]+):\\$\\{versionOf\\(\"([^\"]+)\"\\)}\"");

	private static final Pattern ARTIFACT = Pattern.compile("(?m)^base\\.archivesName = \"([^\"]+)\"");

	private static final Pattern DEPENDENCY = Pattern
		.compile("(?m)^\\s+(\\w+)\\((?:\"([^:\"]+:[^:\"]+)\"|project\\(\":([^\"]+)\"(, \"tests\")?\\))\\)"
				+ "(?: \\{ exclude\\(\"([^\"]+)\", \"([^\"]+)\"\\) })?$");

	private final Path root;

	GradleBuild(Path root) {
		this.root = root;
	}

	Set<String> modules() {
		Set<String> modules = new TreeSet<>();
		Matcher include = INCLUDE.matcher(read("settings.gradle.kts"));
		while (include.find()) {
			modules.add(include.group(1));
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

	String artifact(String module) {
		Matcher artifact = ARTIFACT.matcher(read(module + "/build.gradle.kts"));
		return artifact.find() ? artifact.group(1) : "";
	}

	/** The dependencies of a module as {@code configuration(coordinates)}. */
	Set<String> dependencies(String module, UnaryOperator<String> artifactOfProject) {
		Set<String> dependencies = new TreeSet<>();
		Matcher dependency = DEPENDENCY.matcher(read(module + "/build.gradle.kts"));
		while (dependency.find()) {
			String coordinates = (dependency.group(2) != null) ? dependency.group(2) : "io.redisjobs:"
					+ artifactOfProject.apply(dependency.group(3)) + ((dependency.group(4) != null) ? ":tests" : "");
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
