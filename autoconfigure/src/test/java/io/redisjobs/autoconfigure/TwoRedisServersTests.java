package io.redisjobs.autoconfigure;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.redisjobs.JobHandler;
import io.redisjobs.autoconfigure.actuate.JobsHealthIndicator;
import io.redisjobs.publish.JobTemplate;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.test.RedisProcess;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/** An application that uses two Redis servers, one of them for its jobs. */
@ExtendWith({ TestRedis.class, OutputCaptureExtension.class })
class TwoRedisServersTests {

	private static final RedisProcess other = RedisProcess.start();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(EmbeddedRedisAutoConfiguration.class, DataRedisAutoConfiguration.class,
				JacksonAutoConfiguration.class, RedisJobsAutoConfiguration.class, JobsActuatorAutoConfiguration.class))
		.withPropertyValues("spring.data.redis.client-type=jedis")
		.withUserConfiguration(Mailing.class);

	@AfterAll
	static void end() {
		other.close();
	}

	@BeforeEach
	void empty() {
		try (Jedis jedis = other.connect()) {
			jedis.flushAll();
		}
	}

	private static void publishAndAwait(JobTemplate jobs, Mailing mailing) throws InterruptedException {
		jobs.publish("emails", Map.of("to", "Ada"));
		assertThat(mailing.sent.await(30, TimeUnit.SECONDS)).isTrue();
	}

	private static boolean isEmpty(Jedis redis) {
		try (redis) {
			return redis.dbSize() == 0;
		}
	}

	private FailureAnalysis refusal(Class<?> configuration) {
		FailureAnalysis[] analysis = new FailureAnalysis[1];
		this.runner.withUserConfiguration(configuration)
			.run((context) -> analysis[0] = new InvalidJobsConfigurationFailureAnalyzer()
				.analyze(context.getStartupFailure()));
		assertThat(analysis[0]).isNotNull();
		return analysis[0];
	}

	@Test
	void jobsLiveInTheOneThatIsMarkedAndNowhereElse() {
		this.runner.withUserConfiguration(Cache.class, MarkedJobs.class).run((context) -> {
			publishAndAwait(context.getBean(JobTemplate.class), context.getBean(Mailing.class));
			assertThat(isEmpty(other.connect())).isFalse();
			assertThat(isEmpty(TestRedis.connect())).isTrue();
		});
	}

	@Test
	void theMarkCountsForMoreThanPrimary() {
		this.runner.withUserConfiguration(PrimaryCache.class, MarkedJobs.class)
			.run((context) -> assertThat(context.getBean(ScriptRunner.class).connections())
				.isSameAs(context.getBean("jobsRedis")));
	}

	@Test
	void withoutAMarkJobsUseThePrimaryOne() {
		this.runner.withUserConfiguration(PrimaryCache.class, Unmarked.class)
			.run((context) -> assertThat(context.getBean(ScriptRunner.class).connections())
				.isSameAs(context.getBean("cacheRedis")));
	}

	@Test
	void withoutAChoiceTheStartIsRefusedWithTheNamesOfTheBeans() {
		FailureAnalysis analysis = refusal(TwoUnmarked.class);
		assertThat(analysis.getDescription())
			.isEqualTo("Jobs use one Redis, and the application has several connection "
					+ "factories, the beans [cacheRedis, jobsRedis]");
		assertThat(analysis.getAction())
			.isEqualTo("Mark the one whose Redis holds the jobs with @io.redisjobs.autoconfigure.RedisJobs, "
					+ "or the one that is meant wherever none is named with @Primary.");
	}

	@Test
	void twoMarksAreRefused() {
		FailureAnalysis analysis = refusal(TwoMarked.class);
		assertThat(analysis.getDescription()).contains("several connection factories are marked with @RedisJobs",
				"[jobsRedis, moreJobsRedis]");
		assertThat(analysis.getAction()).contains("Take @RedisJobs off all but the one");
	}

	@Test
	void oneThatOnlyJobsGetLeavesBootsOwnToTheRestOfTheApplication() {
		this.runner.withUserConfiguration(OnlyForJobs.class)
			.withPropertyValues("spring.data.redis.host=" + TestRedis.host(),
					"spring.data.redis.port=" + TestRedis.port())
			.run((context) -> {
				publishAndAwait(context.getBean(JobTemplate.class), context.getBean(Mailing.class));
				assertThat(isEmpty(TestRedis.connect())).isTrue();
				context.getBean(StringRedisTemplate.class).opsForValue().set("of", "the application");
				try (Jedis jedis = TestRedis.connect()) {
					assertThat(jedis.get("of")).isEqualTo("the application");
				}
			});
	}

	@Test
	void theMarkCountsOnOneThatIsNoCandidateForAnybody() {
		this.runner.withUserConfiguration(NoCandidate.class)
			.withPropertyValues("spring.data.redis.host=" + TestRedis.host())
			.run((context) -> assertThat(context.getBean(ScriptRunner.class).connections())
				.isSameAs(context.getBean("jobsRedis")));
	}

	@Test
	void oneThatOnlyJobsGetIsEnough() {
		ApplicationContextRunner without = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(EmbeddedRedisAutoConfiguration.class,
					JacksonAutoConfiguration.class, RedisJobsAutoConfiguration.class))
			.withUserConfiguration(Mailing.class, OnlyForJobs.class);
		without.run((context) -> {
			publishAndAwait(context.getBean(JobTemplate.class), context.getBean(Mailing.class));
			assertThat(context).doesNotHaveBean(EmbeddedRedis.class);
		});
	}

	@Test
	void jobsFollowTheConnectionDetailsOfAServiceConnection() {
		this.runner.withUserConfiguration(Details.class).run((context) -> {
			publishAndAwait(context.getBean(JobTemplate.class), context.getBean(Mailing.class));
			assertThat(isEmpty(other.connect())).isFalse();
			assertThat(context).doesNotHaveBean(EmbeddedRedis.class);
		});
	}

	@Test
	void healthAndTheCheckAtStartAreAboutTheOneOfTheJobs(CapturedOutput output) {
		this.runner.withUserConfiguration(Cache.class, JobsNowhere.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(JobsHealthIndicator.class).health().getStatus()).isEqualTo(Status.DOWN);
		});
		assertThat(output).contains("Redis does not answer (the one of the bean 'jobsRedis') (");
		this.runner.withUserConfiguration(CacheNowhere.class, MarkedJobs.class).run((context) -> {
			publishAndAwait(context.getBean(JobTemplate.class), context.getBean(Mailing.class));
			assertThat(context.getBean(JobsHealthIndicator.class).health().getStatus()).isEqualTo(Status.UP);
		});
		this.runner.withUserConfiguration(CacheNowhere.class, MarkedJobs.class)
			.withPropertyValues("redis-jobs.fail-fast=true")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	private static JedisConnectionFactory jedis(String host, int port) {
		return new JedisConnectionFactory(new RedisStandaloneConfiguration(host, port));
	}

	@Configuration(proxyBeanMethods = false)
	static class Mailing {

		private final CountDownLatch sent = new CountDownLatch(1);

		@JobHandler("emails")
		void send(Map<String, String> mail) {
			this.sent.countDown();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Cache {

		@Bean
		LettuceConnectionFactory cacheRedis() {
			return new LettuceConnectionFactory(TestRedis.host(), TestRedis.port());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PrimaryCache {

		@Bean
		@Primary
		JedisConnectionFactory cacheRedis() {
			return jedis(TestRedis.host(), TestRedis.port());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class CacheNowhere {

		@Bean
		JedisConnectionFactory cacheRedis() {
			return jedis("localhost", RedisProcess.freePort());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class MarkedJobs {

		@Bean
		@RedisJobs
		JedisConnectionFactory jobsRedis() {
			return jedis("localhost", other.port());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class JobsNowhere {

		@Bean
		@RedisJobs
		JedisConnectionFactory jobsRedis() {
			return jedis("localhost", RedisProcess.freePort());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Unmarked {

		@Bean
		JedisConnectionFactory jobsRedis() {
			return jedis("localhost", other.port());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoUnmarked {

		@Bean
		JedisConnectionFactory jobsRedis() {
			return jedis("localhost", other.port());
		}

		@Bean
		JedisConnectionFactory cacheRedis() {
			return jedis(TestRedis.host(), TestRedis.port());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoMarked {

		@Bean
		@RedisJobs
		JedisConnectionFactory jobsRedis() {
			return jedis("localhost", other.port());
		}

		@Bean
		@RedisJobs
		JedisConnectionFactory moreJobsRedis() {
			return jedis(TestRedis.host(), TestRedis.port());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OnlyForJobs {

		@Bean(defaultCandidate = false)
		@RedisJobs
		RedisConnectionFactory jobsRedis() {
			return jedis("localhost", other.port());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class NoCandidate {

		@Bean(autowireCandidate = false)
		@RedisJobs
		RedisConnectionFactory jobsRedis() {
			return jedis("localhost", other.port());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Details {

		@Bean
		DataRedisConnectionDetails details() {
			return new DataRedisConnectionDetails() {

				@Override
				public Standalone getStandalone() {
					return Standalone.of("localhost", other.port());
				}

			};
		}

	}

}
