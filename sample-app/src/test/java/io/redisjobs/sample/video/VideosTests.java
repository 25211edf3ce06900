package io.redisjobs.sample.video;

import java.util.List;

import io.redisjobs.publish.JobTemplate;
import io.redisjobs.sample.Journal;
import io.redisjobs.sample.pipeline.Credits;
import io.redisjobs.testing.JobTester;
import io.redisjobs.testing.JobsTest;
import io.redisjobs.testing.TestedJob;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The handler of videos alone, as users test theirs.
 */
@JobsTest
@Import({ Journal.class, Credits.class })
class VideosTests {

	@Autowired
	private JobTemplate jobs;

	@Autowired
	private JobTester tester;

	@Test
	void aVideoIsRendered() {
		String id = this.jobs.publish(Videos.QUEUE, new VideoRequest("Hamlet", 0)).id();
		assertThat(this.tester.runOne(Videos.QUEUE)).isCompleted()
			.hasResult(new VideoResult("https://videos.example/" + id + ".mp4"));
	}

	@Test
	void aHiccupCostsAnAttempt() {
		this.jobs.publish(Videos.QUEUE, new VideoRequest("Lear", 1), (options) -> options.attempts(2));
		List<TestedJob> runs = this.tester.run(Videos.QUEUE);
		assertThat(runs).extracting(TestedJob::retrying).containsExactly(true, false);
		assertThat(runs).extracting(TestedJob::completed).containsExactly(false, true);
	}

}
