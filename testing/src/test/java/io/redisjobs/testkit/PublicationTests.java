package io.redisjobs.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.redisjobs.Deduplication;
import io.redisjobs.JobOperations;
import io.redisjobs.testing.JobTester;
import io.redisjobs.testing.JobsTest;
import io.redisjobs.testing.Publication;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests what a test sees of an application that only publishes. */
@JobsTest(properties = "redis-jobs.queues.videos.max-attempts=7")
class PublicationTests {

	@Autowired
	private JobTester tester;

	@Autowired
	private JobOperations jobs;

	@Test
	void whatWasPublishedIsThereWithItsPayloadAndOptions() {
		this.jobs.publish("videos", Letter.to("Ada"),
				(options) -> options.name("render").delay(Duration.ofMinutes(5)).priority(3));
		this.jobs.publishAll("videos", List.of(Letter.to("Bob"), Letter.to("Cid")));
		assertThat(this.tester.published("videos")).hasSize(3)
			.extracting((published) -> published.payload(Letter.class))
			.containsExactly(Letter.to("Ada"), Letter.to("Bob"), Letter.to("Cid"));
		Publication first = this.tester.published("videos").get(0);
		assertThat(first).hasName("render")
			.hasId(first.id())
			.hasPayload(Letter.to("Ada"))
			.hasDelay(Duration.ofMinutes(5))
			.hasOptions((options) -> {
				assertThat(options.priority()).isEqualTo(3);
				assertThat(options.attempts()).isEqualTo(7);
			});
		assertThat(first.payload()).isEqualTo("{\"to\":\"Ada\",\"failures\":0}");
		assertThat(this.tester.published("videos").get(1)).hasNoDelay();
		assertThat(this.tester.published("other")).isEmpty();
	}

	@Test
	void payloadsAreComparedAsTheyAreStored() {
		this.jobs.publish("videos", Map.of("title", "Hamlet"));
		assertThat(this.tester.publishedOne("videos")).hasPayload(Map.of("title", "Hamlet"));
		this.jobs.publish("others", List.of(1, 2));
		assertThat(this.tester.publishedOne("others")).hasPayload(List.of(1, 2));
	}

	@Test
	void aDuplicateIsNotAmongThem() {
		for (int i = 0; i < 2; i++) {
			this.jobs.publish("videos", Letter.to("Ada"),
					(options) -> options.deduplication(Deduplication.throttle("ada", Duration.ofHours(1))));
		}
		assertThat(this.tester.published("videos")).hasSize(1);
		this.tester.advance(Duration.ofHours(1));
		this.jobs.publish("videos", Letter.to("Ada"),
				(options) -> options.deduplication(Deduplication.throttle("ada", Duration.ofHours(1))));
		assertThat(this.tester.published("videos")).hasSize(2);
	}

	@Test
	void aMistakeIsToldWithWhatThereWas() {
		this.jobs.publish("videos", Letter.to("Ada"), (options) -> options.name("render").delay(Duration.ofMinutes(5)));
		Publication video = this.tester.publishedOne("videos");
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> assertThat(video).hasPayload(Letter.to("Bob")))
			.withMessageContainingAll("Expected the payload", "  {\"to\":\"Bob\",\"failures\":0}", "but this is",
					"job 1 published to queue 'videos', named 'render', with a delay of PT5M: {\"to\":\"Ada\"");
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> assertThat(video).hasDelay(Duration.ofMinutes(6)))
			.withMessageStartingWith("Expected a delay of PT6M, but this is")
			.withMessageContaining("with a delay of PT5M");
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> assertThat(video).hasName("cut"))
			.withMessageStartingWith("Expected the name 'cut', but this is");
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> this.tester.publishedOne("video"))
			.withMessageStartingWith("Expected one job published to queue 'video', but there is none; "
					+ "published were [job 1 published to queue 'videos'");
		this.jobs.publish("videos", Letter.to("Bob"));
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> this.tester.publishedOne("videos"))
			.withMessageStartingWith("Expected one job published to queue 'videos', but there are 2: [job 1 ");
	}

}
