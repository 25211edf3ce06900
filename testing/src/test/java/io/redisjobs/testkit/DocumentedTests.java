package io.redisjobs.testkit;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that the project of docs/testing.md works as it is written there. */
class DocumentedTests {

	private static final Pattern FILE = Pattern
		.compile("(?m)^<!-- file: (\\S+) -->\\n^```\\w+\\n((?:(?!```).*\\n)*)```$");

	@TempDir
	private Path folder;

	private final Map<String, String> files = new TreeMap<>();

	@BeforeEach
	void read() throws IOException {
		Matcher file = FILE.matcher(Files.readString(Path.of("../docs/testing.md")));
		while (file.find()) {
			this.files.put(file.group(1), file.group(2));
		}
	}

	@Test
	void itsTestsPass() throws IOException {
		compile();
		ClassLoader before = Thread.currentThread().getContextClassLoader();
		try (URLClassLoader loader = new URLClassLoader(new URL[] { this.folder.toUri().toURL() }, before)) {
			Thread.currentThread().setContextClassLoader(loader);
			TestExecutionSummary summary = run();
			assertThat(summary.getFailures()).extracting((failure) -> failure.getException().toString()).isEmpty();
			assertThat(summary.getTestsSucceededCount()).isGreaterThanOrEqualTo(9);
		}
		finally {
			Thread.currentThread().setContextClassLoader(before);
		}
	}

	@Test
	void itsBuildNamesNothingButTheStarterAndTheKit() {
		assertThat(this.files.get("pom.xml")).contains("<artifactId>redis-jobs-spring-boot-starter</artifactId>",
				"<artifactId>redis-jobs-spring-boot-test</artifactId>");
		assertThat(this.files.get("pom.xml").split("<dependency>")).hasSize(3);
	}

	private TestExecutionSummary run() {
		SummaryGeneratingListener listener = new SummaryGeneratingListener();
		LauncherFactory.create()
			.execute(LauncherDiscoveryRequestBuilder.request()
				.selectors(this.files.keySet()
					.stream()
					.filter((file) -> file.endsWith("Tests.java"))
					.map((file) -> DiscoverySelectors
						.selectClass("demo." + Path.of(file).getFileName().toString().replace(".java", "")))
					.toList())
				.build(), listener);
		return listener.getSummary();
	}

	private void compile() throws IOException {
		List<Path> sources = new ArrayList<>();
		for (Map.Entry<String, String> file : this.files.entrySet()) {
			if (file.getKey().endsWith(".java")) {
				Path source = this.folder.resolve(file.getKey());
				Files.createDirectories(source.getParent());
				sources.add(Files.writeString(source, file.getValue()));
			}
		}
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
		try (StandardJavaFileManager manager = compiler.getStandardFileManager(problems, null, null)) {
			String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
			compiler
				.getTask(null, manager, problems,
						List.of("-d", this.folder.toString(), "-cp", classPath, "-proc:none", "-parameters"), null,
						manager.getJavaFileObjectsFromPaths(sources))
				.call();
		}
		assertThat(problems.getDiagnostics()
			.stream()
			.filter((problem) -> problem.getKind() == Diagnostic.Kind.ERROR)
			.map(Object::toString)).isEmpty();
	}

}
