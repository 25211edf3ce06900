package io.redisjobs.repositories.jpa;

import io.redisjobs.publish.JobTemplate;
import io.redisjobs.repositories.RepositoryApplication;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.RedisKeyValueTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/** An application with repositories on JPA, which has Redis for its jobs alone. */
@ExtendWith({ TestRedis.class, OutputCaptureExtension.class })
class JpaApplicationTests {

	private static final String DOUBT = "Could not safely identify store assignment";

	@Test
	void nothingIsSaidOfItsRepositoriesForTheSakeOfRedis(CapturedOutput output) {
		try (ConfigurableApplicationContext context = RepositoryApplication.run(Application.class)) {
			People people = context.getBean(People.class);
			people.save(new Person("Ada"));
			assertThat(people.findById("Ada")).map(Person::name).contains("Ada");
			assertThat(context.getBean(JobTemplate.class)).isNotNull();
			assertThat(context.getBeanProvider(RedisKeyValueTemplate.class).getIfAvailable()).isNull();
		}
		assertThat(output).contains("Bootstrapping Spring Data JPA repositories")
			.doesNotContain(DOUBT)
			.doesNotContain("Bootstrapping Spring Data Redis repositories");
	}

	@Test
	void whatTheApplicationSetsCounts(CapturedOutput output) {
		try (ConfigurableApplicationContext context = RepositoryApplication.run(Application.class,
				"spring.data.redis.repositories.enabled=true")) {
			assertThat(context.getBean(RedisKeyValueTemplate.class)).isNotNull();
		}
		assertThat(output).contains(DOUBT, "Bootstrapping Spring Data Redis repositories");
	}

	/** The application. */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
