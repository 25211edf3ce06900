package io.redisjobs.testkit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import io.redisjobs.JobOperations;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.testing.AutoConfigureRedisJobs;
import io.redisjobs.testing.JobTester;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests that nothing runs on into the next method where containers run as in production.
 */
@SpringBootTest(properties = { "redis-jobs.defaults.max-attempts=4", "redis-jobs.defaults.backoff=1s" })
@AutoConfigureRedisJobs(startContainers = true)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RunningContainersTests {

	@Autowired
	private JobTester tester;

	@Autowired
	private JobOperations jobs;

	@Autowired
	private Clerk clerk;

	@Autowired
	private JobContainerRegistry containers;

	@Test
	@Order(1)
	void aHandlerIsStuckAndAContainerStopped() {
		this.clerk.diary().clear();
		this.clerk.waitFor(new CountDownLatch(1));
		this.jobs.publish("letters", Letter.to("Ada"));
		await().until(() -> this.clerk.diary().size() == 1);
		this.jobs.publish("letters", Letter.to("Bob"));
		this.containers.get("parcels").orElseThrow().stop();
	}

	@Test
	@Order(2)
	void bothRunAgainAndTheJobsAreGone() {
		this.clerk.waitFor(new CountDownLatch(0));
		assertThat(this.clerk.diary()).containsExactly("letter to Ada, attempt 1");
		assertThat(this.containers.all()).allMatch((container) -> container.isRunning());
		this.jobs.publish("parcels", Letter.to("Cid"));
		this.jobs.publish("letters", new Letter("Dan", 3));
		this.tester.advance(Duration.ofSeconds(3));
		assertThat(this.clerk.diary()).hasSize(6).contains("parcel to Cid, attempt 1", "letter to Dan, attempt 4");
	}

	@Test
	@Order(3)
	void aHandlerThatDoesNotEndIsToldOf() {
		CountDownLatch door = new CountDownLatch(1);
		this.clerk.waitFor(door);
		this.jobs.publish("letters", Letter.to("Ada"));
		try {
			assertThatIllegalStateException().isThrownBy(() -> this.tester.advance(Duration.ofHours(1)))
				.withMessageStartingWith("Queue 'letters' did not come to rest within PT10S: ")
				.withMessageEndingWith("and 1 handlers run; time passes only while none does");
		}
		finally {
			door.countDown();
		}
	}

	@Test
	@Order(4)
	void jobsThatGoBackAndForthForEverAreToldOf() {
		this.clerk.waitFor(new CountDownLatch(0));
		this.clerk.diary().clear();
		this.clerk.whenever("letter", () -> this.jobs.publish("parcels", Letter.to("Ada")));
		this.clerk.also("parcel", () -> this.jobs.publish("letters", Letter.to("Bob")));
		this.jobs.publish("letters", Letter.to("Bob"));
		try {
			assertThatIllegalStateException().isThrownBy(() -> this.tester.run())
				.withMessageContaining("did not come to rest within PT10S: ");
		}
		finally {
			this.clerk.whenever("", () -> {
			});
		}
	}

	@Nested
	@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
	class Inside {

		@Test
		@Order(1)
		void aJobIsLeft() {
			RunningContainersTests.this.clerk.diary().clear();
			RunningContainersTests.this.jobs.publish("letters", Letter.to("Ada"),
					(options) -> options.delay(Duration.ofHours(1)));
		}

		@Test
		@Order(2)
		@DirtiesContext
		void itIsGone() {
			RunningContainersTests.this.tester.advance(Duration.ofHours(2));
			assertThat(RunningContainersTests.this.clerk.diary()).isEmpty();
		}

		@Test
		@Order(3)
		void aNewContextBeginsLikeTheFirst() {
			RunningContainersTests.this.jobs.publish("letters", Letter.to("Ada"));
			RunningContainersTests.this.tester.run();
			assertThat(RunningContainersTests.this.clerk.diary()).hasSize(1);
		}

	}

}
