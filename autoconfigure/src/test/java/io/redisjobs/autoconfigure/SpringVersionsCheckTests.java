package io.redisjobs.autoconfigure;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.redisjobs.InvalidJobsConfigurationException;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.matcher.ElementMatchers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.ClassUtils;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

class SpringVersionsCheckTests {

	private static String runWithBoot(String version, Path folder) throws IOException, InterruptedException {
		new ByteBuddy().redefine(SpringBootVersion.class)
			.method(ElementMatchers.named("getVersion"))
			.intercept(FixedValue.value(version))
			.make()
			.saveIn(folder.toFile());
		String path = folder + System.getProperty("path.separator") + System.getProperty("java.class.path");
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
				path, Application.class.getName())
			.redirectErrorStream(true)
			.start();
		try {
			String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			assertThat(process.waitFor()).isEqualTo(1);
			return said;
		}
		finally {
			process.destroyForcibly();
		}
	}

	@Test
	void anApplicationOfAnOlderBootDoesNotStartAndSaysWhy(@TempDir Path folder) throws Exception {
		assertThat(runWithBoot("3.5.6", folder))
			.contains("APPLICATION FAILED TO START",
					"redis-jobs needs Spring Boot 4.1 or later, and this application has 3.5.6",
					"Take Spring Boot 4.1 or later: it is the version of spring-boot-starter-parent")
			.doesNotContain("Redis does not answer");
	}

	@Test
	void anOlderSpringDataThanBootsOwnIsRefused() {
		assertThatExceptionOfType(InvalidJobsConfigurationException.class)
			.isThrownBy(() -> SpringVersionsCheck.check("4.1.1", "4.0.1"))
			.withMessage("redis-jobs needs Spring Data Redis 4.1 or later, and this application has 4.0.1")
			.satisfies((refusal) -> assertThat(refusal.action()).contains("spring-data-bom.version"));
	}

	@Test
	void theVersionOfAnApplicationThatIsOneJarIsNotTakenForSpringDatas(@TempDir Path folder) throws Exception {
		assertThatNoException().isThrownBy(() -> checkWithSpringDataIn(folder.resolve("demo.jar"), "demo", "0.0.1"));
		assertThatExceptionOfType(InvalidJobsConfigurationException.class)
			.isThrownBy(() -> checkWithSpringDataIn(folder.resolve("data.jar"), "Spring Data Redis", "4.0.1"));
	}

	private static void checkWithSpringDataIn(Path jar, String title, String version) throws IOException {
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_TITLE, title);
		manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
		String entry = ClassUtils.convertClassNameToResourcePath(RedisConnectionFactory.class.getName()) + ".class";
		try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
			out.putNextEntry(new JarEntry(entry));
			out.write(new ClassPathResource(entry).getContentAsByteArray());
		}
		try (URLClassLoader loader = new URLClassLoader(new URL[] { jar.toUri().toURL() },
				new FilteredClassLoader(RedisConnectionFactory.class));
				GenericApplicationContext context = new GenericApplicationContext()) {
			context.setClassLoader(loader);
			new SpringVersionsCheck().initialize(context);
		}
	}

	@Test
	void theOldestVersionAndLaterOnesPass() {
		for (String version : new String[] { "4.1.0-RC1", "4.1.0", "4.1.1", "4.2.0-SNAPSHOT", "4.10.3", "5.0.0",
				"odd" }) {
			assertThatNoException().isThrownBy(() -> SpringVersionsCheck.check(version, version));
		}
		assertThatNoException().isThrownBy(() -> SpringVersionsCheck.check("4.1.1", null));
	}

	@Test
	void theVersionsOfThisProjectAreThoseThatAreAskedFor() {
		assertThat(SpringBootVersion.getVersion()).startsWith(SpringVersionsCheck.OLDEST + ".");
		assertThat(RedisConnectionFactory.class.getPackage().getImplementationVersion())
			.startsWith(SpringVersionsCheck.OLDEST + ".");
	}

	@Test
	void theCheckUsesOnlyWhatOlderVersionsHave() {
		classes().that()
			.haveFullyQualifiedName(SpringVersionsCheck.class.getName())
			.should()
			.onlyDependOnClassesThat()
			.belongToAnyOf(SpringVersionsCheck.class, ApplicationContextInitializer.class,
					ConfigurableApplicationContext.class, SpringBootVersion.class,
					org.springframework.core.Ordered.class, org.springframework.util.ClassUtils.class,
					InvalidJobsConfigurationException.class, org.jspecify.annotations.Nullable.class, Object.class,
					String.class, StringBuilder.class, Integer.class, Class.class, ClassLoader.class, Package.class,
					java.util.regex.Pattern.class, java.util.regex.Matcher.class)
			.check(new ClassFileImporter().importPackages("io.redisjobs.autoconfigure"));
	}

	@EnableAutoConfiguration
	static class Application {

		public static void main(String[] args) {
			SpringApplication.run(Application.class, args);
		}

	}

}
