package io.redisjobs.autoconfigure;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** Keeps the rules of the auto-configuration. */
@AnalyzeClasses(packages = "io.redisjobs.autoconfigure",
		importOptions = { ImportOption.DoNotIncludeTests.class, ImportOption.DoNotIncludeJars.class })
class AutoConfigurationRulesTests {

	@ArchTest
	static final ArchRule everyBeanGivesWayToTheUsersOwn = methods().that()
		.areAnnotatedWith(Bean.class)
		.should()
		.beAnnotatedWith(ConditionalOnMissingBean.class);

	@ArchTest
	static final ArchRule theDriverIsLeftToCore = noClasses().should()
		.dependOnClassesThat()
		.resideInAnyPackage("redis.clients..", "io.lettuce..");

	@ArchTest
	static final ArchRule packagesHaveNoCycles = slices().matching("io.redisjobs.autoconfigure.(**)")
		.should()
		.beFreeOfCycles();

}
