package io.redisjobs.testkit;

import io.redisjobs.InvalidPayloadException;
import io.redisjobs.JobHandler;
import io.redisjobs.JobOperations;
import io.redisjobs.testing.JobTester;
import io.redisjobs.testing.JobsTest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that handlers whose payloads are validated can be tested in a slice. */
@JobsTest
@Import(ValidationTests.Counter.class)
class ValidationTests {

	@Autowired
	private JobTester tester;

	@Autowired
	private JobOperations jobs;

	@Test
	void payloadsAreValidatedAsInTheApplication() {
		this.jobs.publish("stamps", new Stamp("rare"));
		assertThat(this.tester.runOne("stamps").result()).isEqualTo("sold");
		this.jobs.publish("stamps", new Stamp(""));
		assertThat(this.tester.runOne("stamps").error()).containsInstanceOf(InvalidPayloadException.class)
			.get()
			.hasToString(InvalidPayloadException.class.getName()
					+ ": Payload of stamps is not valid: kind: must not be blank");
	}

	record Stamp(@NotBlank String kind) {

	}

	static class Counter {

		@JobHandler("stamps")
		String sell(@Valid Stamp stamp) {
			return "sold";
		}

	}

}
