package io.redisjobs.repositories;

import java.util.ArrayList;
import java.util.List;

import io.redisjobs.test.TestRedis;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts an application with all of its auto-configuration. */
public final class RepositoryApplication {

	private RepositoryApplication() {
	}

	public static ConfigurableApplicationContext run(Class<?> application, String... properties) {
		List<String> all = new ArrayList<>(List.of("spring.data.redis.host=" + TestRedis.host(),
				"spring.data.redis.port=" + TestRedis.port(), "spring.data.redis.client-type=jedis",
				"spring.main.banner-mode=off", "spring.jpa.hibernate.ddl-auto=create"));
		all.addAll(List.of(properties));
		return new SpringApplicationBuilder(application).web(WebApplicationType.NONE)
			.properties(all.toArray(String[]::new))
			.run();
	}

}
