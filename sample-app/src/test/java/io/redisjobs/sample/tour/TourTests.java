package io.redisjobs.sample.tour;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import io.redisjobs.sample.SampleApplication;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The tour meets its own expectations.
 */
@ExtendWith(OutputCaptureExtension.class)
class TourTests {

	@Test
	void allFourContractsDoWhatTheTourSays(CapturedOutput output) {
		ConfigurableApplicationContext context = new SpringApplicationBuilder(SampleApplication.class)
			.web(WebApplicationType.NONE)
			.run("--demo.exit=true");
		int code = SpringApplication.exit(context);
		assertThat(output).contains("== BullMQ", "== OmniQ", "== Conveyor", "== Redis Streams")
			.doesNotContain("[NOT OK]")
			.contains("All of it went as it should.");
		assertThat(code).isZero();
	}

}
