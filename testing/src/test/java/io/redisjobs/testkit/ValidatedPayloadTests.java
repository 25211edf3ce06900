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

/** Tests that the slice validates payloads as the application does. */
@JobsTest
@Import(ValidatedPayloadTests.Register.class)
class ValidatedPayloadTests {

	@Autowired
	private JobTester tester;

	@Autowired
	private JobOperations jobs;

	@Test
	void aPayloadThatIsNotValidFails() {
		this.jobs.publish("members", new Member(""));
		assertThat(this.tester.runOne("members")).isFailed()
			.failedWith(InvalidPayloadException.class, "name: must not be blank");
		this.jobs.publish("members", new Member("Ada"));
		assertThat(this.tester.runOne("members")).isCompleted();
	}

	/** The handler under test. */
	static class Register {

		@JobHandler("members")
		void join(@Valid Member member) {
		}

	}

	/**
	 * A payload.
	 *
	 * @param name what must be there
	 */
	record Member(@NotBlank String name) {

	}

}
