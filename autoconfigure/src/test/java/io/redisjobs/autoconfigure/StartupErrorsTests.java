package io.redisjobs.autoconfigure;

import java.util.Map;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.JobHandler;
import io.redisjobs.UnknownQueueException;
import io.redisjobs.publish.JobTemplate;
import io.redisjobs.test.RedisProcess;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AnnotationConfigurationException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What somebody meets who has got something wrong. */
class StartupErrorsTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class,
				RedisJobsAutoConfiguration.class))
		.withPropertyValues("spring.data.redis.client-type=jedis", "spring.data.redis.host=" + TestRedis.host(),
				"spring.data.redis.port=" + TestRedis.port());

	private FailureAnalysis problem(ApplicationContextRunner runner) {
		FailureAnalysis[] analysis = new FailureAnalysis[1];
		runner.run((context) -> analysis[0] = new InvalidJobsConfigurationFailureAnalyzer()
			.analyze(context.getStartupFailure()));
		assertThat(analysis[0]).isNotNull();
		return analysis[0];
	}

	@Test
	void twoHandlersForTheSameName() {
		FailureAnalysis analysis = problem(this.runner.withUserConfiguration(TwoForOneName.class));
		assertThat(analysis.getDescription()).contains("'orders'", "'bill'", "TwoForOneName.first",
				"TwoForOneName.second");
		assertThat(analysis.getAction()).contains("@JobHandler(name");
	}

	@Test
	void aHandlerWithoutAQueue() {
		FailureAnalysis analysis = problem(this.runner.withUserConfiguration(Nowhere.class));
		assertThat(analysis.getDescription()).contains("Nowhere.handle()", "names no queue");
		assertThat(analysis.getAction()).contains("@JobHandler(\"emails\")");
	}

	@Test
	void aHandlerWithTwoQueues() {
		this.runner.withUserConfiguration(TwoQueues.class)
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.isInstanceOf(AnnotationConfigurationException.class)
				.hasMessageContainingAll("'queue'", "'value'", "[letters]", "[emails]"));
	}

	@Test
	void twoPayloadArguments() {
		FailureAnalysis analysis = problem(this.runner.withUserConfiguration(TwoPayloads.class));
		assertThat(analysis.getDescription()).contains("two payload arguments", "handle");
		assertThat(analysis.getAction()).contains("JobContext");
	}

	@Test
	void anUnknownProtocol() {
		FailureAnalysis analysis = problem(this.runner.withPropertyValues("redis-jobs.queues.orders.protocol=celery"));
		assertThat(analysis.getDescription()).contains("'orders'", "'celery'");
		assertThat(analysis.getAction()).contains("redis-jobs.queues.orders.protocol", "bullmq", "omniq");
	}

	@Test
	void aContractThatLacksALibrary() {
		ApplicationContextRunner without = this.runner.withClassLoader(new FilteredClassLoader("com.google.protobuf"));
		FailureAnalysis analysis = problem(without.withPropertyValues("redis-jobs.queues.orders.protocol=conveyor"));
		assertThat(analysis.getDescription()).contains("'orders'", "'conveyor'", "com.google.protobuf:protobuf-java");
		assertThat(analysis.getAction()).contains("Add the dependency com.google.protobuf:protobuf-java");
		without.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void aPropertyThatThereIsNot() {
		FailureAnalysis analysis = problem(this.runner.withPropertyValues("redis-jobs.queues.orders.protcol=omniq"));
		assertThat(analysis.getDescription()).contains("no such property", "redis-jobs.queues.orders.protcol");
		assertThat(analysis.getAction())
			.isEqualTo("Instead of redis-jobs.queues.orders.protcol set redis-jobs.queues.orders.protocol.");
	}

	@Test
	void aGroupOfAnotherContract() {
		FailureAnalysis analysis = problem(this.runner.withPropertyValues("redis-jobs.queues.orders.protocol=omniq",
				"redis-jobs.queues.orders.bullmq.limiter-max=3"));
		assertThat(analysis.getDescription()).contains("'orders' speaks omniq",
				"redis-jobs.queues.orders.bullmq.limiter-max");
		assertThat(analysis.getAction()).contains("redis-jobs.queues.orders.protocol to bullmq");
	}

	@Test
	void aPropertyOfAContractThatLacksALibraryIsKnownAllTheSame() {
		this.runner.withClassLoader(new FilteredClassLoader("com.google.protobuf"))
			.withPropertyValues("redis-jobs.defaults.conveyor.preset=go")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void aQueueNameTheContractRefuses() {
		FailureAnalysis analysis = problem(this.runner.withUserConfiguration(ColonInName.class));
		assertThat(analysis.getDescription()).contains("'a:b'");
		assertThat(analysis.getAction()).isNotBlank();
	}

	@Test
	void aConcurrencyThatIsNoNumber() {
		FailureAnalysis analysis = problem(
				this.runner.withUserConfiguration(Concurrency.class).withPropertyValues("workers=many"));
		assertThat(analysis.getDescription()).contains("'many'");
	}

	@Test
	void anAutoStartupThatIsNeitherTrueNorFalse() {
		FailureAnalysis analysis = problem(
				this.runner.withUserConfiguration(AutoStartup.class).withPropertyValues("started=on"));
		assertThat(analysis.getDescription()).contains("AutoStartup.handle", "'on'");
		assertThat(analysis.getAction()).contains("true or false");
	}

	@Test
	void valuesOutOfBoundsAreRefusedByTheNameOfTheirProperty() {
		for (Map.Entry<String, String> wrong : Map
			.of("redis-jobs.queues.orders.concurrency", "-1", "redis-jobs.defaults.lease", "900ms",
					"redis-jobs.queues.orders.shutdown-timeout", "-1s")
			.entrySet()) {
			this.runner.withPropertyValues(wrong.getKey() + "=" + wrong.getValue())
				.run((context) -> assertThat(context.getStartupFailure()).rootCause()
					.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class,
							(error) -> assertThat(error.getName()).isEqualTo(wrong.getKey())));
		}
	}

	@Test
	void withoutRedisTheApplicationStartsUnlessItIsToFailFast() {
		ApplicationContextRunner nowhere = this.runner
			.withPropertyValues("spring.data.redis.port=" + RedisProcess.freePort());
		nowhere.run((context) -> assertThat(context).hasNotFailed());
		nowhere.withPropertyValues("redis-jobs.fail-fast=true").run((context) -> {
			FailureAnalysis analysis = new UnusableRedisFailureAnalyzer().analyze(context.getStartupFailure());
			assertThat(analysis).isNotNull();
			assertThat(analysis.getAction()).contains("spring.data.redis.host");
		});
	}

	@Test
	void aDriverThatDoesNotFitEndsTheStart() {
		this.runner.withUserConfiguration(Unfit.class).run((context) -> {
			FailureAnalysis analysis = new MisfitFailureAnalyzer().analyze(context.getStartupFailure());
			assertThat(analysis).isNotNull();
			assertThat(analysis.getDescription()).startsWith("Redis cannot be called: a library does not fit "
					+ "(NoSuchMethodError: 'void redis.clients.jedis.Jedis.odd()'; redis.clients.jedis.Jedis is from jedis-");
			assertThat(analysis.getAction()).contains("dependency management");
		});
	}

	@Test
	void aDriverThatCannotBeLoadedEndsTheStart() {
		this.runner.withUserConfiguration(Unloadable.class).run((context) -> {
			FailureAnalysis analysis = new MisfitFailureAnalyzer().analyze(context.getStartupFailure());
			assertThat(analysis).isNotNull();
			assertThat(analysis.getDescription()).contains("a library does not fit",
					"redis.clients.jedis.Nowhere is missing");
		});
	}

	@Test
	void whatDoesNotFitElsewhereIsNotOurs() {
		NoClassDefFoundError error = new NoClassDefFoundError("org/example/Nowhere");
		error.setStackTrace(new StackTraceElement[] { new StackTraceElement("org.example.Own", "run", null, 1) });
		assertThat(new MisfitFailureAnalyzer().analyze(new IllegalStateException(error))).isNull();
	}

	@Test
	void aStrictApplicationKnowsOnlyTheQueuesItNames() {
		this.runner.withPropertyValues("redis-jobs.strict=true", "redis-jobs.queues.orders.protocol=bullmq")
			.run((context) -> assertThatExceptionOfType(UnknownQueueException.class)
				.isThrownBy(() -> context.getBean(JobTemplate.class).publish("order", Map.of()))
				.withMessageContaining("'order'")
				.withMessageContaining("[orders]"));
		this.runner.withPropertyValues("redis-jobs.strict=true")
			.withUserConfiguration(OneHandler.class)
			.run((context) -> assertThat(new UnknownQueueFailureAnalyzer().analyze(context.getStartupFailure()))
				.isNotNull());
	}

	@Test
	void handlersOfOneQueueMustNotDisagree() {
		this.runner.withUserConfiguration(Disagreeing.class)
			.run((context) -> assertThat(context.getStartupFailure())
				.isInstanceOf(InvalidJobsConfigurationException.class)
				.hasMessageContaining("disagree on concurrency"));
	}

	@Configuration(proxyBeanMethods = false)
	static class Unfit {

		@Bean
		JedisConnectionFactory connections() {
			return new JedisConnectionFactory() {

				@Override
				public RedisConnection getConnection() {
					throw new NoSuchMethodError("'void redis.clients.jedis.Jedis.odd()'");
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Unloadable {

		@Bean
		JedisConnectionFactory connections() {
			throw new NoClassDefFoundError("redis/clients/jedis/Nowhere");
		}

	}

	static class OneHandler {

		@JobHandler(queue = "mails")
		void handle() {
		}

	}

	static class TwoForOneName {

		@JobHandler(queue = "orders", name = "bill")
		void first() {
		}

		@JobHandler(queue = "orders", name = "bill")
		void second() {
		}

	}

	static class Nowhere {

		@JobHandler(name = "bill")
		void handle() {
		}

	}

	static class TwoQueues {

		@JobHandler(value = "emails", queue = "letters")
		void handle() {
		}

	}

	static class TwoPayloads {

		@JobHandler(queue = "orders")
		void handle(String first, String second) {
		}

	}

	static class ColonInName {

		@JobHandler(queue = "a:b")
		void handle() {
		}

	}

	static class Concurrency {

		@JobHandler(queue = "orders", concurrency = "${workers}")
		void handle() {
		}

	}

	static class AutoStartup {

		@JobHandler(queue = "orders", autoStartup = "${started}")
		void handle() {
		}

	}

	static class Disagreeing {

		@JobHandler(queue = "orders", name = "a", concurrency = "2")
		void first() {
		}

		@JobHandler(queue = "orders", name = "b", concurrency = "3")
		void second() {
		}

	}

}
