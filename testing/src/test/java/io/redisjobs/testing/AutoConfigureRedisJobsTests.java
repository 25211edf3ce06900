package io.redisjobs.testing;

import io.redisjobs.JobOperations;
import io.redisjobs.listener.JobContainerRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Tests a whole application whose containers stand still. */
@SpringBootTest(properties = "redis-jobs.queues.emails.auto-startup=true")
@AutoConfigureRedisJobs
class AutoConfigureRedisJobsTests {

	@Autowired
	private JobTester tester;

	@Autowired
	private JobOperations jobs;

	@Autowired
	private JobContainerRegistry containers;

	@Test
	void theWholeApplicationIsThereButRunsNothingByItself(@Autowired Unrelated unrelated) {
		assertThat(unrelated).isNotNull();
		assertThat(this.containers.get("emails")).get()
			.satisfies((container) -> assertThat(container.isRunning()).isFalse());
		this.jobs.publish("emails", new Mail("Ada"));
		assertThat(this.tester.runOne("emails").completed()).isTrue();
	}

	@Test
	void aContainerThatRunsIsNotCompetedWith() {
		this.containers.get("emails").orElseThrow().start();
		try {
			assertThatIllegalStateException().isThrownBy(() -> this.tester.run("emails"))
				.withMessageContaining("redis-jobs.auto-startup=false");
		}
		finally {
			this.containers.get("emails").orElseThrow().stop();
		}
	}

}
