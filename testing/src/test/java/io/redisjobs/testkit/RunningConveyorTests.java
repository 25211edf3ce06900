package io.redisjobs.testkit;

import java.util.List;

import io.redisjobs.JobOperations;
import io.redisjobs.JobState;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.testing.AutoConfigureRedisJobs;
import io.redisjobs.testing.JobTester;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that Conveyor's workers go on quietly after the Redis of the test was emptied.
 */
@SpringBootTest(properties = "redis-jobs.defaults.protocol=conveyor")
@AutoConfigureRedisJobs(startContainers = true)
@ExtendWith(OutputCaptureExtension.class)
class RunningConveyorTests {

	@Autowired
	private JobTester tester;

	@Autowired
	private JobOperations jobs;

	@Autowired
	private JobQueues queues;

	@RepeatedTest(3)
	void noWorkerIsTakenForLost(CapturedOutput output) {
		this.jobs.publish("letters", Letter.to("Ada"));
		assertThat(this.tester.run()).isEqualTo(List.of());
		assertThat(this.queues.get("letters").queue().inspect().count(JobState.WAITING)).isZero();
		assertThat(output).doesNotContain("for lost");
	}

}
