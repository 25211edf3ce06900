package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.redisjobs.JobContext;
import io.redisjobs.listener.FakeJobQueue.Verb;
import io.redisjobs.protocol.Settlement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a container does with jobs that cannot be completed yet. */
class BlockedRunsTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private final FakeJobQueue queue = new FakeJobQueue(Clock.systemUTC(), LEASE);

	private final CountDownLatch childEnded = new CountDownLatch(1);

	private final CountDownLatch childWritten = new CountDownLatch(1);

	private final List<String> told = new CopyOnWriteArrayList<>();

	private final JobMonitor monitor = new JobMonitor() {
		@Override
		public void completed(JobContext job, @Nullable Object result, Duration duration) {
			BlockedRunsTests.this.told.add("completed " + job.id());
		}

		@Override
		public void failed(JobContext job, Throwable error, Settlement settlement, Duration duration) {
			BlockedRunsTests.this.told.add("failed " + job.id() + ": " + error.getMessage());
		}
	};

	private @Nullable JobContainer container;

	@AfterEach
	void stop() {
		this.childWritten.countDown();
		if (this.container != null) {
			this.container.stop();
		}
	}

	private void start(int concurrency) {
		this.container = FakeContainer.of(this.queue, (job) -> {
			if (job.id().equals("parent")) {
				awaitLatch(this.childEnded);
			}
			return job.id();
		}).monitor(this.monitor).create(concurrency);
		this.container.start();
	}

	private void add(String... ids) {
		for (String id : ids) {
			this.queue.add(id, LEASE);
		}
	}

	@Test
	void aJobWaitsUntilTheCallThatWritesItsChildIsAnswered() {
		this.queue.blocked.put("parent", 1_000_000);
		this.queue.before(Verb.COMPLETE, (ids) -> {
			if (ids.contains("child")) {
				this.childEnded.countDown();
				awaitLatch(this.childWritten);
				this.queue.blocked.remove("parent");
			}
			else if (ids.contains("parent") && this.childWritten.getCount() > 0) {
				this.told.add("refused");
			}
		});
		add("parent", "child");
		start(2);
		await().until(() -> this.told.contains("refused"));
		this.childWritten.countDown();
		await().untilAsserted(() -> assertThat(this.told).contains("completed parent", "completed child"));
		assertThat(this.told).containsOnlyOnce("refused").noneMatch((line) -> line.startsWith("failed"));
	}

	@Test
	void aJobThatStaysBlockedFailsAfterAFewTries() {
		this.childEnded.countDown();
		this.queue.blocked.put("parent", 1_000_000);
		add("parent", "a", "b");
		start(1);
		await().untilAsserted(() -> assertThat(this.told).contains("completed a", "completed b",
				"failed parent: The job cannot be completed yet: it waits for another"));
		assertThat(this.queue.blocked.get("parent")).isEqualTo(1_000_000 - 4);
		assertThat(this.queue.failed).containsExactly("parent");
	}

	@Test
	void aJobThatIsBlockedForAMomentIsCompletedByTheOnlyThread() {
		this.childEnded.countDown();
		this.queue.blocked.put("parent", 3);
		add("parent");
		start(1);
		await().untilAsserted(() -> assertThat(this.told).containsExactly("completed parent"));
		add("next");
		await().untilAsserted(() -> assertThat(this.told).containsExactly("completed parent", "completed next"));
	}

	@Test
	void aContainerThatStopsStillCompletesWhatIsBlockedForAMoment() {
		this.childEnded.countDown();
		this.queue.blocked.put("parent", 3);
		this.queue.after(Verb.COMPLETE, (ids) -> this.childWritten.countDown());
		add("parent");
		start(2);
		awaitLatch(this.childWritten);
		this.container.stop();
		assertThat(this.told).containsExactly("completed parent");
	}

	private static void awaitLatch(CountDownLatch latch) {
		try {
			if (!latch.await(30, TimeUnit.SECONDS)) {
				throw new IllegalStateException("It never came");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
