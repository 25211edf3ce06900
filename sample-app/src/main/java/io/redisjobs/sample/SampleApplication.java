package io.redisjobs.sample;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Starts the sample; with {@code --demo.exit=true} it ends after the tour, with code 0 if
 * everything went as it should.
 */
@SpringBootApplication(proxyBeanMethods = false)
public class SampleApplication {

	public static void main(String[] args) {
		ConfigurableApplicationContext context = SpringApplication.run(SampleApplication.class, args);
		if (context.getEnvironment().getProperty("demo.exit", Boolean.class, false)) {
			System.exit(SpringApplication.exit(context));
		}
	}

}
