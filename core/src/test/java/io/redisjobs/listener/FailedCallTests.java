package io.redisjobs.listener;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.redisjobs.listener.FakeJobQueue.Verb;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.RedisConnectionFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a container does when its calls fail. */
class FailedCallTests {

	private final ContainerFixture fixture = new ContainerFixture();

	private final FakeJobQueue queue = this.fixture.queue;

	private final RecordingMonitor monitor = this.fixture.monitor;

	@AfterEach
	void stop() {
		this.fixture.close();
	}

	@Test
	void anErrorOnTheThreadOfLeasesOrUpkeepEndsNeither() {
		AtomicInteger errors = new AtomicInteger();
		this.queue.before(Verb.EXTEND, (ids) -> failFirst(errors));
		AtomicInteger others = new AtomicInteger();
		this.queue.before(Verb.MAINTAIN, (ids) -> failFirst(others));
		this.fixture.startHeldUp(1);
		this.fixture.add("job-1");
		this.fixture.awaitUntil(() -> this.queue.active.contains("job-1"));
		this.fixture.awaitExtension("job-1");
		this.fixture.awaitUntil(() -> this.queue.upkeep.get() > 3);
	}

	private static void failFirst(AtomicInteger errors) {
		if (errors.getAndIncrement() == 0) {
			throw new OutOfMemoryError("unable to create native thread");
		}
	}

	@Test
	void anErrorWhileALeaseIsExtendedBeforeTheStartLeavesTheJobToOthers() {
		AtomicBoolean first = new AtomicBoolean(true);
		this.queue.before(Verb.EXTEND, (ids) -> {
			if (Thread.currentThread().getName().startsWith("jobs-") && first.getAndSet(false)) {
				throw new OutOfMemoryError("unable to create native thread");
			}
		});
		this.queue.add("job-1", Duration.ofSeconds(-1));
		this.fixture.start(1);
		this.fixture.awaitUntil(() -> this.monitor.lost.contains("job-1"));
		this.fixture.add("job-2");
		this.fixture.awaitUntil(() -> this.monitor.completed.contains("job-2"));
		this.queue.extensions.clear();
		await().during(Duration.ofMillis(500)).atMost(ContainerFixture.PATIENCE).until(this.queue.extensions::isEmpty);
		assertThat(this.fixture.ran).containsExactly("job-2");
	}

	@Test
	void aJobWhoseLeaseEndedBeforeItsStartIsNotRunUnlessTheLeaseCanBeExtended() {
		this.queue.after(Verb.RESERVE, (ids) -> {
			if (!ids.isEmpty()) {
				// the process was paused, and somebody else has got one of them
				this.queue.active.remove("job-1");
			}
		});
		this.queue.add("job-1", Duration.ofSeconds(-1));
		this.queue.add("job-2", Duration.ofSeconds(-1));
		this.fixture.start(2);
		this.fixture.awaitUntil(() -> this.queue.completed.contains("job-2") && this.monitor.lost.contains("job-1"));
		assertThat(this.fixture.ran).containsExactly("job-2");
		assertThat(this.monitor.lost).containsExactly("job-1");
	}

	@Test
	void aFailureThatCannotBeWrittenKeepsItsThreadOnlyForAWhile() {
		this.queue.before(Verb.FAIL, (ids) -> {
			throw new ArithmeticException("long overflow");
		});
		JobContainer container = this.fixture.start(1, (job) -> {
			if (job.id().equals("job-1")) {
				throw new IllegalStateException("boom");
			}
			return null;
		});
		this.queue.add(3);
		this.fixture.awaitUntil(() -> this.monitor.completed.size() == 2 && container.running() == 0);
		assertThat(this.monitor.lost).containsExactly("job-1");
		assertThat(container.state()).isEqualTo(ContainerState.RUNNING);
	}

	@Test
	void oneResultThatCannotBeWrittenFailsItsJobAndHoldsUpNoOther() {
		this.queue.before(Verb.COMPLETE, (ids) -> {
			if (ids.contains("job-2")) {
				throw new IllegalArgumentException("odd");
			}
		});
		this.fixture.start(4);
		this.queue.add(8);
		this.fixture.awaitUntil(() -> this.monitor.completed.size() == 7 && this.queue.failed.size() == 1);
		assertThat(this.queue.failed).containsExactly("job-2");
		assertThat(this.monitor.completed).doesNotHaveDuplicates();
	}

	@Test
	void anErrorOfWhichNothingCanBeSaidMakesNoOtherJobReportedTwice() {
		CountDownLatch all = new CountDownLatch(1);
		this.queue.before(Verb.COMPLETE, (ids) -> {
			ContainerFixture.uninterruptibly(all);
			if (ids.contains("job-2")) {
				throw new IllegalArgumentException("odd");
			}
		});
		this.queue.before(Verb.FAIL, (ids) -> {
			throw new SilentError();
		});
		// before the start, so that the first call takes as many as can run
		this.queue.add(8);
		JobContainer container = this.fixture.start(4);
		this.fixture.awaitUntil(() -> this.fixture.ran.size() >= 4);
		all.countDown();
		this.fixture.awaitUntil(
				() -> this.monitor.completed.size() >= 7 && this.monitor.lost.size() == 1 && container.running() == 0);
		await().during(Duration.ofMillis(1500))
			.atMost(ContainerFixture.PATIENCE)
			.untilAsserted(() -> assertThat(this.monitor.completed).hasSize(7).doesNotHaveDuplicates());
		assertThat(this.monitor.lost).containsExactly("job-2");
	}

	@Test
	void anErrorWhileAFailedCallIsHandledLeavesNobodyWaiting() {
		AtomicInteger reserves = new AtomicInteger();
		AtomicInteger completes = new AtomicInteger();
		this.queue.before(Verb.RESERVE, (ids) -> failSilently(reserves));
		this.queue.before(Verb.COMPLETE, (ids) -> failSilently(completes));
		this.fixture.start(2);
		this.queue.add(50);
		this.fixture.awaitUntil(() -> this.queue.completed.size() == 50);
	}

	private static void failSilently(AtomicInteger calls) {
		if (calls.incrementAndGet() <= 2) {
			throw new SilentError();
		}
	}

	@Test
	void afterALostReplyWhatBecameOfTheJobsIsReportedAsItWas() {
		AtomicBoolean lose = new AtomicBoolean(true);
		this.queue.after(Verb.COMPLETE, (ids) -> {
			if (lose.getAndSet(false)) {
				// longer than the lease
				this.fixture.clock.advance(Duration.ofMinutes(1));
				throw new RedisConnectionFailureException("the reply is lost");
			}
		});
		this.fixture.start(2);
		this.queue.add(20);
		this.fixture.awaitUntil(() -> this.monitor.completed.size() == 20);
		assertThat(this.monitor.completed).doesNotHaveDuplicates();
		assertThat(this.monitor.lost).isEmpty();
	}

}
