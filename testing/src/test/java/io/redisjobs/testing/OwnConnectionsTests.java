package io.redisjobs.testing;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.autoconfigure.RedisJobs;
import org.junit.jupiter.api.Test;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.test.context.TestContextManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests that nothing is emptied on the Redis of an application that makes its connections
 * itself.
 */
class OwnConnectionsTests {

	@Test
	void aTestThatIsToHaveTheEmbeddedServerRefusesConnectionsToAnother() {
		refused(OfTheApplication.class, "connections");
		refused(Marked.class, "marked");
	}

	@Test
	void aTestThatIsToHaveTheOtherServerStarts() {
		starts(Wanted.class);
	}

	@Test
	void aTestThatBringsTheDetailsOfAServerStarts() {
		starts(Brought.class);
	}

	private static void starts(Class<?> testClass) {
		TestContextManager test = new TestContextManager(testClass);
		assertThat(test.getTestContext().getApplicationContext().getBean(JobTester.class)).isNotNull();
		test.getTestContext().markApplicationContextDirty(null);
	}

	private static void refused(Class<?> testClass, String bean) {
		TestContextManager test = new TestContextManager(testClass);
		assertThatIllegalStateException().isThrownBy(() -> test.getTestContext().getApplicationContext())
			.havingCause()
			.isInstanceOfSatisfying(InvalidJobsConfigurationException.class, (refusal) -> {
				assertThat(refusal)
					.hasMessage("This test is to run on the embedded Redis, but the application makes its "
							+ "connections to Redis itself, by the beans [" + bean + "]. "
							+ "Its queues would be emptied on the Redis they lead to");
				assertThat(refusal.action()).contains("@AutoConfigureRedisJobs(embedded = false)");
			});
	}

	@SpringBootTest(classes = Own.class)
	@AutoConfigureRedisJobs
	private static final class OfTheApplication {

	}

	@SpringBootTest(classes = OwnMarked.class)
	@AutoConfigureRedisJobs
	private static final class Marked {

	}

	@SpringBootTest(classes = Own.class)
	@AutoConfigureRedisJobs(embedded = false, clear = false)
	private static final class Wanted {

	}

	@SpringBootTest(classes = OfAContainer.class)
	@AutoConfigureRedisJobs
	private static final class Brought {

	}

	@Configuration(proxyBeanMethods = false)
	@Import(MailApplication.class)
	static class OfAContainer {

		@Bean
		DataRedisConnectionDetails details() {
			return new DataRedisConnectionDetails() {

				@Override
				public Standalone getStandalone() {
					return Standalone.of("container.invalid", 6379);
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(MailApplication.class)
	static class Own {

		@Bean
		RedisConnectionFactory connections() {
			return new JedisConnectionFactory(new RedisStandaloneConfiguration("shared.invalid"));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(MailApplication.class)
	static class OwnMarked {

		@Bean(defaultCandidate = false)
		@RedisJobs
		RedisConnectionFactory marked() {
			return new JedisConnectionFactory(new RedisStandaloneConfiguration("shared.invalid"));
		}

	}

}
