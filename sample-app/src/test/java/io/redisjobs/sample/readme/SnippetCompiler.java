package io.redisjobs.sample.readme;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compiles examples against the class path of the test.
 */
final class SnippetCompiler {

	private static final String IMPORTS = """
			import java.math.BigDecimal;
			import java.time.Duration;
			import java.util.List;
			import java.util.Optional;
			import java.util.concurrent.CompletableFuture;
			import java.util.concurrent.CompletionStage;
			import io.redisjobs.*;
			import io.redisjobs.protocol.streams.JobEnvelope;
			import io.redisjobs.publish.JobTemplate;
			import io.redisjobs.testing.*;
			import jakarta.validation.Valid;
			import jakarta.validation.constraints.*;
			import org.junit.jupiter.api.Test;
			import org.springframework.beans.factory.annotation.Autowired;
			import org.springframework.stereotype.Component;
			import static org.assertj.core.api.Assertions.assertThat;
			""";

	private final Path folder;

	SnippetCompiler(Path folder) {
		this.folder = folder;
	}

	/** Compiles whole types that leave out their imports. */
	void compileTypes(String text) throws IOException {
		compile("Snippet", IMPORTS + text + "record Mail(String to) { }");
	}

	/** Compiles the body of a method. */
	void compileStatements(String text) throws IOException {
		compile("Snippet", IMPORTS + "class Snippet { record Mail(String to) { }\n"
				+ "void run(JobTemplate jobs, List<Mail> mails, String id) {\n" + text + "} }");
	}

	/** Compiles a file and returns what loads it. */
	URLClassLoader compile(String name, String text) throws IOException {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
		try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, null)) {
			String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
			compiler
				.getTask(null, files, problems,
						List.of("-d", this.folder.toString(), "-cp", classPath, "-proc:none", "-parameters"), null,
						List.of(new Source(name, text)))
				.call();
		}
		// a library's annotation may use one that is not there, as JUnit's do under
		// Gradle
		assertThat(problems.getDiagnostics()).as(text)
			.filteredOn((problem) -> !problem.getCode().startsWith("compiler.warn.unknown.enum.constant"))
			.isEmpty();
		return new URLClassLoader(new URL[] { this.folder.toUri().toURL() }, getClass().getClassLoader());
	}

	private static final class Source extends SimpleJavaFileObject {

		private final String text;

		Source(String name, String text) {
			super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
			this.text = text;
		}

		@Override
		public CharSequence getCharContent(boolean ignoreEncodingErrors) {
			return this.text;
		}

	}

}
