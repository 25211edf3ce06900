package io.redisjobs.testkit;

import java.util.Collections;

import io.redisjobs.JobOperations;
import io.redisjobs.testing.JobTester;
import io.redisjobs.testing.JobsTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Tests that many jobs are not taken for jobs without an end. */
@JobsTest
class ManyJobsTests {

	@Autowired
	private JobTester tester;

	@Autowired
	private JobOperations jobs;

	@Test
	void asManyJobsAsMayBeRunInOneGoAreRun() {
		this.jobs.publishAll("letters", Collections.nCopies(1000, Letter.to("Ada")));
		assertThat(this.tester.run("letters")).hasSize(1000);
		this.jobs.publishAll("letters", Collections.nCopies(1000, Letter.to("Ada")));
		assertThat(this.tester.run()).hasSize(1000);
	}

	@Test
	void moreThanThatAreToldOf() {
		this.jobs.publishAll("letters", Collections.nCopies(1001, Letter.to("Ada")));
		assertThatIllegalStateException().isThrownBy(() -> this.tester.run("letters"))
			.withMessageStartingWith(
					"Queue 'letters' still had jobs after 1000, the last of them Queue 'letters', job");
		this.jobs.publishAll("letters", Collections.nCopies(1001, Letter.to("Ada")));
		assertThatIllegalStateException().isThrownBy(() -> this.tester.run())
			.withMessageStartingWith("There were still jobs after 1000, the last of them Queue 'letters', job")
			.withMessageEndingWith("; run(queue, limit) runs some of many");
	}

}
