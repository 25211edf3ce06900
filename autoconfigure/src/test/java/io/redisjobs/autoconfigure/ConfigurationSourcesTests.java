package io.redisjobs.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.redisjobs.protocol.bullmq.BullmqSettings;
import io.redisjobs.protocol.streams.StreamsSettings;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.test.util.TestPropertyValues.Type;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Where properties come from, how they may be written there, and what is said of wrong
 * ones.
 */
@ExtendWith({ TestRedis.class, OutputCaptureExtension.class })
class ConfigurationSourcesTests {

	@TempDir
	private Path folder;

	private String environment = "";

	private ConfigurableApplicationContext run(String yaml, String... arguments) throws IOException {
		Files.writeString(this.folder.resolve("application.yml"), yaml);
		List<String> all = new ArrayList<>(
				List.of("--spring.config.location=" + this.folder.toUri(), "--spring.data.redis.client-type=jedis",
						"--spring.data.redis.host=" + TestRedis.host(), "--spring.data.redis.port=" + TestRedis.port(),
						"--spring.main.banner-mode=off", "--logging.level.root=warn"));
		all.addAll(List.of(arguments));
		String[] variables = this.environment.isEmpty() ? new String[0] : this.environment.split(" ");
		return new SpringApplicationBuilder(Configuration.class).web(WebApplicationType.NONE)
			.registerShutdownHook(false)
			.initializers((context) -> TestPropertyValues.of(Stream.of(variables))
				.applyTo(context.getEnvironment(), Type.SYSTEM_ENVIRONMENT))
			.run(all.toArray(String[]::new));
	}

	private void refuse(String yaml, String... arguments) {
		assertThatException().isThrownBy(() -> run(yaml, arguments).close());
	}

	private static PropertiesByQueue properties(ConfigurableApplicationContext context) {
		return context.getBean(PropertiesByQueue.class);
	}

	private static BullmqSettings bullmq(ConfigurableApplicationContext context, String queue) {
		return properties(context).settings(queue, "bullmq", BullmqSettings.class);
	}

	@Test
	void yamlMayHaveListsEmptyEntriesBracketsPlaceholdersProfilesAndImports() throws IOException {
		Files.writeString(this.folder.resolve("more.yml"), "redis-jobs.queues.imported.lease: 9s");
		try (ConfigurableApplicationContext context = run("""
				pool: 6
				spring.config.import: more.yml
				redis-jobs:
				  defaults:
				    not-retryable:
				      - java.lang.IllegalStateException
				      - java.lang.IllegalArgumentException
				    omniq:
				  queues:
				    emails:
				    letters:
				      prefix: bull
				      bullmq:
				    my_queue:
				      concurrency: 3
				    "[reports.daily]":
				      concurrency: ${pool}
				      bullmq:
				        limiterMax: 3
				        limiter_duration: 2s
				    "[{tagged}]":
				      maxAttempts: 4
				    requested:
				      protocol: streams
				      streams:
				        route:
				          types: [tts, stt]
				          aliases:
				            speech: tts
				            "[a.b]": stt
				---
				spring.config.activate.on-profile: big
				redis-jobs.queues.letters.concurrency: 9
				""", "--spring.profiles.active=big", "--redis-jobs.defaults.not-retryable=java.io.IOException",
				"--redis-jobs.queues.letters.BULLMQ.max-Stalled-Count=7")) {
			PropertiesByQueue properties = properties(context);
			assertThat(properties.queues()).containsExactlyInAnyOrder("emails", "letters", "my_queue", "reports.daily",
					"{tagged}", "requested", "imported");
			assertThat(properties.common("emails").getNotRetryable()).containsExactly(IOException.class);
			assertThat(properties.common("my_queue").getConcurrency()).isEqualTo(3);
			assertThat(properties.common("reports.daily").getConcurrency()).isEqualTo(6);
			assertThat(properties.common("{tagged}").getMaxAttempts()).isEqualTo(4);
			assertThat(properties.common("letters").getConcurrency()).isEqualTo(9);
			assertThat(properties.common("imported").getLease()).isEqualTo(Duration.ofSeconds(9));
			assertThat(bullmq(context, "reports.daily").limit())
				.isEqualTo(new BullmqSettings.Limit(3, Duration.ofSeconds(2)));
			assertThat(bullmq(context, "letters").stalls().maxCount()).isEqualTo(7);
			StreamRoute route = properties.group("requested", "streams", StreamsProperties.class).getRoute();
			assertThat(route.getTypes()).containsExactly("tts", "stt");
			assertThat(route.getAliases()).containsOnlyKeys("speech", "a.b");
		}
	}

	@Test
	void anEmptyPlaceSetsNothing() throws IOException {
		for (String place : List.of("redis-jobs:", "redis-jobs.defaults:", "redis-jobs.queues:",
				"redis-jobs.defaults.bullmq:", "redis-jobs.queues.emails:", "redis-jobs.queues.emails.bullmq:")) {
			try (ConfigurableApplicationContext context = run(place)) {
				assertThat(bullmq(context, "emails")).as(place).isEqualTo(BullmqSettings.defaults());
			}
		}
	}

	@Test
	void theEnvironmentOfTheProcessSetsPropertiesOfQueuesThatAreNamedElsewhere() throws IOException {
		this.environment = "REDISJOBS_QUEUES_VIDEOGENERATION_BULLMQ_LIMITERMAX=5 "
				+ "REDISJOBS_QUEUES_VIDEOGENERATION_CONCURRENCY=8 REDISJOBS_DEFAULTS_MAXATTEMPTS=6 "
				+ "REDISJOBS_QUEUES_EMAILS_PROTOCOL=streams REDISJOBS_QUEUES_EMAILS_STREAMS_RESULTSTO=done";
		try (ConfigurableApplicationContext context = run("""
				redis-jobs:
				  queues:
				    video-generation:
				      concurrency: 2
				""")) {
			PropertiesByQueue properties = properties(context);
			assertThat(properties.queues()).containsExactlyInAnyOrder("video-generation", "emails");
			assertThat(properties.common("video-generation").getConcurrency()).isEqualTo(8);
			assertThat(properties.common("video-generation").getMaxAttempts()).isEqualTo(6);
			assertThat(bullmq(context, "video-generation").limit().max()).isEqualTo(5);
			assertThat(properties.settings("emails", "streams", StreamsSettings.class).resultsTo()).isEqualTo("done");
		}
	}

	@Test
	void whatKubernetesPutsIntoTheEnvironmentForAServiceOfThatNameIsNotOurs() throws IOException {
		this.environment = "REDIS_JOBS_PORT=tcp://10.0.0.1:6379 REDIS_JOBS_SERVICE_HOST=10.0.0.1 "
				+ "REDIS_JOBS_PORT_6379_TCP_PROTO=tcp REDISJOBS_PORT=tcp://10.0.0.1:6379 "
				+ "REDISJOBS_SERVICE_HOST=10.0.0.1 REDISJOBS_PORT_6379_TCP_ADDR=10.0.0.1";
		try (ConfigurableApplicationContext context = run("redis-jobs.queues.emails.concurrency: 2")) {
			assertThat(properties(context).queues()).containsExactly("emails");
		}
	}

	@Test
	void aSystemPropertyThatThereIsNotIsRefused(CapturedOutput output) {
		System.setProperty("redis-jobs.queues.emails.protcol", "omniq");
		try {
			refuse("");
		}
		finally {
			System.clearProperty("redis-jobs.queues.emails.protcol");
		}
		assertThat(output).contains("There is no such property", "redis-jobs.queues.emails.protcol",
				"set redis-jobs.queues.emails.protocol");
	}

	@ParameterizedTest
	@ValueSource(strings = { "{emails}", "eu:emails", "e mails", "user@mails" })
	void aQueueWhoseNameWouldLoseCharactersIsRefused(String queue, CapturedOutput output) {
		refuse("redis-jobs:\n  queues:\n    \"" + queue + "\":\n      concurrency: 2\n");
		assertThat(output).contains("APPLICATION FAILED TO START", "queue '" + queue + "' would lose characters",
				"redis-jobs.queues[" + queue + "]");
	}

	@Test
	void queuesThatPropertiesCannotTellApartAreRefusedOutsideBrackets(CapturedOutput output) throws IOException {
		refuse("""
				redis-jobs.queues:
				  Emails.concurrency: 2
				  emails.concurrency: 3
				""");
		assertThat(output).contains("APPLICATION FAILED TO START", "'Emails'", "'emails'", "redis-jobs.queues[emails]");
		try (ConfigurableApplicationContext context = run("""
				redis-jobs.queues:
				  "[Emails]":
				    concurrency: 2
				  "[emails]":
				    concurrency: 3
				""")) {
			assertThat(properties(context).common("Emails").getConcurrency()).isEqualTo(2);
			assertThat(properties(context).common("emails").getConcurrency()).isEqualTo(3);
		}
	}

	@Test
	void aQueueWithADotIsToldToStandInBrackets(CapturedOutput output) {
		refuse("redis-jobs.queues.reports.daily.concurrency: 2");
		assertThat(output).contains("redis-jobs.queues.reports.daily.concurrency (",
				"set redis-jobs.queues[reports.daily].concurrency, in YAML \"[reports.daily]\"");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					redis-jobs.queues.emails.bullmq.limiter-max: many             | redis-jobs.queues.emails.bullmq.limiter-max | many
					redis-jobs.defaults.bullmq.stalledInterval: soon              | redis-jobs.defaults.bullmq.stalled-interval | soon
					redis-jobs.defaults.omniq.clock: sundial                      | redis-jobs.defaults.omniq.clock | sundial
					redis-jobs.queues.emails.lease: soon                          | redis-jobs.queues.emails.lease | soon
					redis-jobs.queues.emails.bullmq.limiterMax: 0                 | redis-jobs.queues.emails.bullmq.limiter-max | at least 1
					redis-jobs.queues.emails.maxAttempts: 0                       | redis-jobs.queues.emails.max-attempts | at least 1
					redis-jobs.queues.[a.b].concurrency: 0                        | redis-jobs.queues[a.b].concurrency | at least 1
					redis-jobs.queues.video-generation.lease: 10ms                | redis-jobs.queues.video-generation.lease | at least 1s
					""")
	void aValueThatCannotBeIsToldWithItsPropertyAndItsPlace(String line, String name, String told,
			CapturedOutput output) {
		refuse("a: 1\n" + line);
		assertThat(output).contains("APPLICATION FAILED TO START", name, told, "application.yml] - 2:");
	}

	@Test
	void aValueOfTheEnvironmentThatCannotBeIsToldWithItsVariable(CapturedOutput output) {
		this.environment = "REDISJOBS_QUEUES_EMAILS_CONCURRENCY=0";
		refuse("");
		assertThat(output).contains("APPLICATION FAILED TO START", "redis-jobs.queues.emails.concurrency",
				"REDISJOBS_QUEUES_EMAILS_CONCURRENCY", "at least 1");
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis-jobs.queues.emails.concurrency: [3]", "redis-jobs.defaults.lease: [3s]",
			"redis-jobs.queues.emails.bullmq.limiter-max: [3]", "redis-jobs.queues.emails: [bullmq]",
			"redis-jobs.queues: [emails]", "redis-jobs.defaults.bullmq: [3]" })
	void aListWhereOneValueBelongsIsRefused(String line, CapturedOutput output) {
		refuse(line);
		assertThat(output).contains("APPLICATION FAILED TO START", "redis-jobs.");
	}

	@Test
	void aContractThatThereIsNotIsRefusedByDefaultToo(CapturedOutput output) {
		refuse("redis-jobs.defaults.protocol: omnq");
		assertThat(output).contains("APPLICATION FAILED TO START", "'omnq'",
				"Set redis-jobs.defaults.protocol to one of [bullmq, conveyor, omniq, streams].");
	}

	@Test
	void lazyInitializationFindsWrongPropertiesAtStart(CapturedOutput output) {
		refuse("redis-jobs.queues.emails.protcol: omniq", "--spring.main.lazy-initialization=true");
		assertThat(output).contains("APPLICATION FAILED TO START", "redis-jobs.queues.emails.protocol");
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class,
			RedisJobsAutoConfiguration.class })
	static class Configuration {

	}

}
