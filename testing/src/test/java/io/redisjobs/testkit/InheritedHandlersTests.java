package io.redisjobs.testkit;

import io.redisjobs.JobOperations;
import io.redisjobs.testing.JobTester;
import io.redisjobs.testing.JobsTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that the slice has components whose handlers are inherited. */
@JobsTest
class InheritedHandlersTests {

	@Test
	void aHandlerMayBeInherited(@Autowired JobOperations jobs, @Autowired JobTester tester) {
		jobs.publish("visits", Letter.to("Ada"));
		assertThat(tester.runOne("visits")).hasResult("Butler opens to Ada");
	}

}
