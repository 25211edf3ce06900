package io.redisjobs.testkit;

import java.nio.file.Path;

import io.redisjobs.JobOperations;
import io.redisjobs.testing.JobTester;
import io.redisjobs.testing.JobsTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that what developers keep in an embedded Redis of theirs is not touched. */
@JobsTest(properties = "spring.config.location=classpath:kept-server.properties")
class FreshServerTests {

	@Test
	void testsHaveAServerInAnotherFolderAndOnAnotherPort(@Autowired JobOperations jobs, @Autowired JobTester tester) {
		jobs.publish("letters", Letter.to("Ada"));
		assertThat(tester.runOne("letters")).isCompleted();
		assertThat(Path.of("target/kept-redis")).doesNotExist();
	}

}
