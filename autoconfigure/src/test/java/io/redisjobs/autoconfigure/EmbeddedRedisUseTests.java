package io.redisjobs.autoconfigure;

import java.nio.file.Path;
import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.boot.diagnostics.FailureAnalyzer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that nobody runs on the embedded Redis without knowing, and nobody in production
 * without wanting to.
 */
class EmbeddedRedisUseTests {

	@TempDir
	Path folder;

	private final Logger logger = (Logger) LoggerFactory.getLogger(EmbeddedRedis.class);

	private final ListAppender<ILoggingEvent> said = new ListAppender<>();

	private final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(
			AutoConfigurations.of(EmbeddedRedisAutoConfiguration.class, DataRedisAutoConfiguration.class));

	@BeforeEach
	void listen() {
		this.said.start();
		this.logger.setLevel(Level.INFO);
		this.logger.addAppender(this.said);
	}

	@AfterEach
	void listenNoMore() {
		this.logger.detachAppender(this.said);
		this.logger.setLevel(null);
	}

	@Test
	void warnsThatTheDataIsTemporaryAndSaysWhatToSet() {
		this.runner.run((context) -> assertThat(said(Level.WARN)).isEqualTo("""
				No spring.data.redis.* property says where Redis is, so a Redis for development was started on %s.
				\tIts data is temporary: all jobs are gone when this application ends.
				\tTo use a real Redis, set spring.data.redis.host or spring.data.redis.url.
				\tIf this one is meant, set redis-jobs.embedded.enabled=true, which ends this warning; \
				redis-jobs.embedded.directory keeps its data.""".formatted(address(context))));
	}

	@Test
	void warnsWhereTheDataIs() {
		this.runner.withPropertyValues("redis-jobs.embedded.directory=" + this.folder)
			.run((context) -> assertThat(said(Level.WARN)).contains("\tIts data is kept in " + this.folder + ".\n")
				.doesNotContain("temporary"));
	}

	@Test
	void warnsOfOtherInstancesWhereAPlatformRunsIt() {
		this.runner.withPropertyValues("spring.main.cloud-platform=kubernetes")
			.run((context) -> assertThat(said(Level.WARN)).contains(
					"This application runs on KUBERNETES: its other instances, if any, have a Redis of their own"));
		this.said.list.clear();
		this.runner.withPropertyValues("spring.main.cloud-platform=none")
			.run((context) -> assertThat(said(Level.WARN)).doesNotContain("instances"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis-jobs.embedded.enabled=true", "redis-jobs.embedded.always=true" })
	void warnsNobodyWhoAskedForIt(String property) {
		this.runner.withPropertyValues(property)
			.run((context) -> assertThat(said(Level.INFO)).startsWith("Started a Redis for development on ")
				.contains(address(context))
				.endsWith(", which is deleted at the end."));
	}

	@ParameterizedTest
	@ValueSource(strings = { "prod", "production", "PROD", "prod-eu", "eu_production", "prod2", "pre-prod" })
	void refusesProfilesOfProduction(String profile) {
		this.runner.withPropertyValues("spring.profiles.active=cloud," + profile).run((context) -> {
			FailureAnalysis analysis = analysis(context.getStartupFailure());
			assertThat(analysis.getDescription()).isEqualTo("The profile '" + profile
					+ "' is active, and no spring.data.redis.* property says where Redis is. Jobs would go to an embedded "
					+ "Redis for development, which no other instance sees and whose data is deleted at the end.");
			assertThat(analysis.getAction()).contains("Set spring.data.redis.host or spring.data.redis.url",
					"<optional>true</optional>", "developmentOnly", "set redis-jobs.embedded.enabled=true");
		});
		assertThat(this.said.list).isEmpty();
	}

	@Test
	void refusesAProfileOfProductionThatIsTheDefault() {
		this.runner.withPropertyValues("spring.profiles.default=prod")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(EmbeddedRedisRefusedException.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "dev", "products", "producer", "nonprod", "reproduction" })
	void startsWithOtherProfiles(String profile) {
		this.runner.withPropertyValues("spring.profiles.active=" + profile)
			.run((context) -> assertThat(context).hasSingleBean(EmbeddedRedis.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis-jobs.embedded.enabled=true", "redis-jobs.embedded.always=true" })
	void startsInProductionWhereItIsAskedFor(String property) {
		this.runner.withPropertyValues("spring.profiles.active=prod", property)
			.run((context) -> assertThat(context).hasSingleBean(EmbeddedRedis.class));
	}

	@Test
	void staysOutOfTheWayOfARedisOfProduction() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(EmbeddedRedisAutoConfiguration.class))
			.withPropertyValues("spring.profiles.active=prod", "spring.data.redis.host=redis.example")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(EmbeddedRedis.class));
	}

	private String said(Level level) {
		assertThat(this.said.list).singleElement().extracting(ILoggingEvent::getLevel).isEqualTo(level);
		return this.said.list.get(0).getFormattedMessage();
	}

	private static String address(ApplicationContext context) {
		DataRedisConnectionDetails.Standalone standalone = context.getBean(DataRedisConnectionDetails.class)
			.getStandalone();
		assertThat(standalone).isNotNull();
		return standalone.getHost() + ":" + standalone.getPort();
	}

	private static FailureAnalysis analysis(Throwable failure) {
		List<FailureAnalyzer> analyzers = SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, SpringFactoriesLoader.FailureHandler.handleMessage((message, ex) -> {
			}));
		return analyzers.stream()
			.filter(EmbeddedRedisRefusedFailureAnalyzer.class::isInstance)
			.map((analyzer) -> analyzer.analyze(failure))
			.findFirst()
			.orElseThrow();
	}

}
