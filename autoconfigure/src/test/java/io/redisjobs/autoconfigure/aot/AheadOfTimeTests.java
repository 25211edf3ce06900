package io.redisjobs.autoconfigure.aot;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.redisjobs.JobHandler;
import io.redisjobs.JobOperations;
import io.redisjobs.autoconfigure.RedisJobs;
import io.redisjobs.autoconfigure.RedisJobsAutoConfiguration;
import io.redisjobs.test.RedisProcess;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.javapoet.ClassName;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests an application that was prepared ahead of time. */
class AheadOfTimeTests {

	private static final TestPropertyValues PROPERTIES = TestPropertyValues.of("spring.data.redis.client-type=jedis",
			"redis-jobs.defaults.protocol=omniq", "redis-jobs.queues.aot.concurrency=2");

	@Test
	@CompileWithForkedClassLoader
	void jobsRunInAnApplicationPreparedAheadOfTime() {
		runPrepared(Application.class);
	}

	@Test
	@CompileWithForkedClassLoader
	void soTheyDoOnTheServerThatIsMarkedOfTwo() {
		runPrepared(TwoServers.class);
	}

	@SuppressWarnings("unchecked")
	private static void runPrepared(Class<?> application) {
		AnnotationConfigApplicationContext source = new AnnotationConfigApplicationContext();
		prepare(source);
		source.register(application);
		TestGenerationContext generation = new TestGenerationContext(
				ClassName.get("io.redisjobs.autoconfigure.aot", "Prepared"));
		ClassName initializer = new ApplicationContextAotGenerator().processAheadOfTime(source, generation);
		generation.writeGeneratedContent();
		TestCompiler.forSystem().with(generation).compile((compiled) -> {
			try (GenericApplicationContext context = new GenericApplicationContext()) {
				prepare(context);
				compiled.getInstance(ApplicationContextInitializer.class, initializer.reflectionName())
					.initialize(context);
				context.refresh();
				context.getBean(JobOperations.class).publish("aot", Map.of("number", 1));
				assertThat(context.getBean(Handler.class).handled.await(30, TimeUnit.SECONDS)).isTrue();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		});
	}

	private static void prepare(GenericApplicationContext context) {
		PROPERTIES.and("spring.data.redis.host=" + TestRedis.host(), "spring.data.redis.port=" + TestRedis.port())
			.applyTo(context);
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class,
			RedisJobsAutoConfiguration.class })
	static class Application {

		@Bean
		Handler handler() {
			return new Handler();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(Application.class)
	static class TwoServers {

		@Bean
		@RedisJobs
		JedisConnectionFactory jobsRedis() {
			return new JedisConnectionFactory(new RedisStandaloneConfiguration(TestRedis.host(), TestRedis.port()));
		}

		@Bean
		JedisConnectionFactory cacheRedis() {
			return new JedisConnectionFactory(new RedisStandaloneConfiguration("localhost", RedisProcess.freePort()));
		}

	}

	static class Handler {

		private final CountDownLatch handled = new CountDownLatch(1);

		@JobHandler("aot")
		void handle(Map<String, Integer> payload) {
			this.handled.countDown();
		}

	}

}
