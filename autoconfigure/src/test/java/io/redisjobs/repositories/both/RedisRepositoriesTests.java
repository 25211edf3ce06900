package io.redisjobs.repositories.both;

import io.redisjobs.repositories.RepositoryApplication;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/** An application that uses repositories on Redis has them beside its jobs. */
@ExtendWith(TestRedis.class)
class RedisRepositoriesTests {

	@Test
	void repositoriesOnRedisAreThereWithoutAnyProperty() {
		try (ConfigurableApplicationContext context = RepositoryApplication.run(Application.class)) {
			context.getBean(Visits.class).save(new Visit("1"));
			context.getBean(People.class).save(new Person("Ada"));
			assertThat(context.getBean(Visits.class).existsById("1")).isTrue();
			assertThat(context.getBean(People.class).existsById("Ada")).isTrue();
		}
	}

	@Test
	void theyCanBeSwitchedOff() {
		try (ConfigurableApplicationContext context = RepositoryApplication.run(Application.class,
				"spring.data.redis.repositories.enabled=false")) {
			assertThat(context.getBeanProvider(Visits.class).getIfAvailable()).isNull();
		}
	}

	/** The application. */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
