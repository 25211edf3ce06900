package io.redisjobs.parity;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The Maven and the Gradle build describe the same software.
 */
class BuildParityTests {

	private final Path root = root();

	private final MavenBuild maven = new MavenBuild(this.root);

	private final GradleBuild gradle = new GradleBuild(this.root);

	@Test
	void bothBuildsHaveTheSameModules() {
		assertThat(this.gradle.modules()).as("module(..) in settings.gradle.kts").isEqualTo(this.maven.modules());
	}

	@Test
	void bothBuildsHaveTheSameVersions() {
		assertThat(this.gradle.versions()).as("gradle.properties").isEqualTo(this.maven.versions());
	}

	@Test
	void bothBuildsManageTheSameDependencies() {
		assertThat(this.gradle.managedDependencies()).as("platform and constraints in build.gradle.kts")
			.isNotEmpty()
			.isEqualTo(this.maven.managedDependencies());
	}

	@TestFactory
	Stream<DynamicTest> aModuleHasTheSameDependenciesInBothBuilds() {
		return this.maven.modules().keySet().stream().map((module) -> DynamicTest.dynamicTest(module, () -> {
			assertThat(this.gradle.dependencies(module)).as("dependencies of %s/build.gradle.kts", module)
				.isEqualTo(this.maven.dependencies(module));
		}));
	}

	private static Path root() {
		Path folder = Path.of("").toAbsolutePath();
		while (!Files.exists(folder.resolve("settings.gradle.kts"))) {
			folder = folder.getParent();
		}
		return folder;
	}

}
