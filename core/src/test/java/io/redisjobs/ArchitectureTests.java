package io.redisjobs;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** Keeps the arrows between the packages. */
@AnalyzeClasses(packages = "io.redisjobs",
		importOptions = { ImportOption.DoNotIncludeTests.class, ImportOption.DoNotIncludeJars.class })
class ArchitectureTests {

	@ArchTest
	static final ArchRule theUsersTypesDependOnNothingButTheCoreOfSpring = classes().that()
		.resideInAPackage("io.redisjobs")
		.should()
		.onlyDependOnClassesThat()
		.resideInAnyPackage("io.redisjobs", "java..", "org.jspecify..", "org.springframework.core",
				"org.springframework.core.annotation");

	@ArchTest
	static final ArchRule theSpiKnowsNeitherSpringNorRedis = classes().that()
		.resideInAPackage("io.redisjobs.protocol")
		.should()
		.onlyDependOnClassesThat()
		.resideInAnyPackage("io.redisjobs", "io.redisjobs.protocol", "java..", "org.jspecify..");

	@ArchTest
	static final ArchRule contractsKnowTheSpiAndRedisOnly = noClasses().that()
		.resideInAPackage("io.redisjobs.protocol.*..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.redisjobs.listener..", "io.redisjobs.publish..", "io.redisjobs.annotation..",
				"io.redisjobs.convert..");

	@ArchTest
	static final ArchRule contractsDoNotKnowEachOther = slices().matching("io.redisjobs.protocol.(*)..")
		.should()
		.notDependOnEachOther();

	@ArchTest
	static final ArchRule onlyOnePackageSeesTheDriver = noClasses().that()
		.resideOutsideOfPackages("io.redisjobs.redis..", "io.redisjobs.test..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("redis.clients..", "io.lettuce..", "org.springframework.data.redis.connection.jedis..",
				"org.springframework.data.redis.connection.lettuce..");

	@ArchTest
	static final ArchRule runningScriptsKnowsNoJobs = noClasses().that()
		.resideInAPackage("io.redisjobs.redis")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.redisjobs", "io.redisjobs.protocol..", "io.redisjobs.listener..",
				"io.redisjobs.publish..");

	@ArchTest
	static final ArchRule publishingAndListeningKnowNoContract = noClasses().that()
		.resideInAnyPackage("io.redisjobs.publish..", "io.redisjobs.listener..", "io.redisjobs.annotation..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.redisjobs.protocol.*..", "io.redisjobs.redis..");

	@ArchTest
	static final ArchRule thereIsNoBoot = noClasses().should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.springframework.boot..", "io.redisjobs.autoconfigure..");

	@ArchTest
	static final ArchRule packagesHaveNoCycles = slices().matching("io.redisjobs.(**)").should().beFreeOfCycles();

}
