package io.redisjobs.testkit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import io.redisjobs.JobOperations;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.QueueSnapshot;
import io.redisjobs.testing.JobTester;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a test method leaves behind is gone before the next, in every contract. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class LeftoverBehaviours {

	private static final CountDownLatch never = new CountDownLatch(1);

	@Autowired
	private JobTester tester;

	@Autowired
	private JobOperations jobs;

	@Autowired
	private Clerk clerk;

	@Autowired
	private JobQueues queues;

	@Autowired
	private JobContainerRegistry containers;

	@Autowired
	private StringRedisTemplate redis;

	@Test
	@Order(1)
	void everythingIsLeftBehind() {
		OpenQueue letters = this.queues.get("letters");
		this.clerk.diary().clear();
		this.jobs.publish("letters", new Letter("Ada", 9));
		this.jobs.publish("letters", Letter.to("Bob"));
		assertThat(this.tester.run()).hasSize(2);
		this.jobs.publish("letters", new Letter("Cid", 9));
		for (int i = 0; i < 4; i++) {
			this.tester.advance(Duration.ofHours(1));
		}
		this.jobs.publish("letters", new Letter("Dan", 9));
		this.tester.run();
		if (letters.can(Capability.DELAY)) {
			this.jobs.publish("letters", Letter.to("Eve"), (options) -> options.delay(Duration.ofHours(1)));
		}
		this.jobs.publish("unhandled", Letter.to("Fay"));
		this.jobs.publish("letters", Letter.to("Gus"));
		letters.queue().pause();
		this.redis.opsForValue().set("of-another-application", "kept");
	}

	@Test
	@Order(2)
	void nothingIsThere() {
		for (String queue : new String[] { "letters", "unhandled" }) {
			QueueSnapshot now = this.queues.get(queue).queue().inspect();
			assertThat(now.paused()).isFalse();
			assertThat(now.counts().values()).containsOnly(0L);
			assertThat(this.tester.published(queue)).isEmpty();
		}
		assertThat(this.tester.advance(Duration.ofDays(1))).isEmpty();
		assertThat(this.redis.hasKey("of-another-application")).isEqualTo(othersAreKept());
	}

	@Test
	@Order(3)
	void aHandlerThatIsStuckIsLeftBehind() {
		this.clerk.diary().clear();
		this.clerk.waitFor(never);
		this.containers.get("letters").orElseThrow().start();
		this.jobs.publish("letters", Letter.to("Ada"));
		await().until(() -> this.clerk.diary().size() == 1);
		this.jobs.publish("letters", Letter.to("Bob"));
	}

	@Test
	@Order(4)
	void itDoesNotRunAnyMoreAndTheContainerStandsStillAgain() {
		this.clerk.waitFor(new CountDownLatch(0));
		JobContainer letters = this.containers.get("letters").orElseThrow();
		assertThat(letters.isRunning()).isFalse();
		assertThat(letters.running()).isZero();
		assertThat(this.clerk.diary()).containsExactly("letter to Ada, attempt 1");
		this.jobs.publish("letters", Letter.to("Cid"));
		assertThat(this.tester.runOne("letters")).isCompleted().hasPayload(Letter.to("Cid"));
	}

	/** Whether keys stay that are none of the application's queues. */
	boolean othersAreKept() {
		return true;
	}

}
