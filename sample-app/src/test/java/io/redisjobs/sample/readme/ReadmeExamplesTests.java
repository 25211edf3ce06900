package io.redisjobs.sample.readme;

import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.redisjobs.JobState;
import io.redisjobs.protocol.JobQueues;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.DefaultResourceLoader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The README's examples work as they stand.
 */
@ExtendWith(OutputCaptureExtension.class)
class ReadmeExamplesTests {

	private final Document readme = new Document("README.md");

	@TempDir
	private Path folder;

	@TestFactory
	Stream<DynamicTest> everyJavaExampleCompiles() {
		List<Document> documents = List.of(this.readme, new Document("docs/handlers.md"));
		return documents.stream().flatMap((document) -> document.examples("java").stream()).map((example) -> {
			SnippetCompiler compiler = new SnippetCompiler(this.folder);
			return DynamicTest.dynamicTest(example.text().lines().findFirst().orElseThrow(), () -> {
				switch (example.tag()) {
					case "statements" -> compiler.compileStatements(example.text());
					case "types" -> compiler.compileTypes(example.text());
					default -> compiler.compile("DemoApplication", example.text()).close();
				}
			});
		});
	}

	@TestFactory
	Stream<DynamicTest> everyYamlExampleIsUnderstood() {
		List<Document> documents = List.of(this.readme, new Document("docs/configuration.md"),
				new Document("docs/handlers.md"));
		return documents.stream()
			.flatMap((document) -> document.examples("yaml").stream())
			.map((example) -> DynamicTest.dynamicTest(example.tag(), () -> {
				Path yaml = Files.writeString(this.folder.resolve("example.yml"), example.text());
				SpringApplication application = new SpringApplication(Empty.class);
				application.setWebApplicationType(WebApplicationType.NONE);
				try (ConfigurableApplicationContext context = application
					.run("--spring.config.location=" + yaml.toUri())) {
					// what it says is understood, or it would not have started
					assertThat(Binder.get(context.getEnvironment())
						.bind("redis-jobs.queues", Bindable.mapOf(String.class, Object.class))
						.get()).isNotEmpty();
				}
			}));
	}

	@Test
	void theQuickStartRuns(CapturedOutput output) throws Exception {
		Path yaml = Files.writeString(this.folder.resolve("application.yml"),
				this.readme.example("yaml", "run: quick start").text());
		try (URLClassLoader loader = new SnippetCompiler(this.folder).compile("DemoApplication",
				this.readme.example("java", "run: quick start").text())) {
			SpringApplication application = new SpringApplication(new DefaultResourceLoader(loader),
					loader.loadClass("demo.DemoApplication"));
			application.setWebApplicationType(WebApplicationType.NONE);
			try (ConfigurableApplicationContext context = application.run("--spring.config.location=" + yaml.toUri())) {
				await().atMost(Duration.ofSeconds(60))
					.untilAsserted(() -> assertThat(output).contains("Rendered Hamlet at attempt 1"));
				JobQueues queues = context.getBean(JobQueues.class);
				await().atMost(Duration.ofSeconds(60))
					.untilAsserted(
							() -> assertThat(queues.get("video-generation").queue().inspect().count(JobState.COMPLETED))
								.isEqualTo(1));
			}
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Empty {

	}

}
