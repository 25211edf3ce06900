package io.redisjobs.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.redisjobs.JobContext;
import io.redisjobs.JobRateLimitedException;
import io.redisjobs.JobState;
import io.redisjobs.autoconfigure.JobExecutors;
import io.redisjobs.kit.JobsApplication;
import io.redisjobs.listener.error.JobErrorHandler;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Containers among parts that do not behave. */
@ExtendWith(TestRedis.class)
class JobContainerTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	@Test
	void anExecutorWithTooFewThreadsRunsFewerJobsAtATimeAndLosesNone() {
		ThreadPoolTaskExecutor two = new ThreadPoolTaskExecutor();
		two.setCorePoolSize(2);
		two.setMaxPoolSize(2);
		two.setQueueCapacity(0);
		two.initialize();
		Set<String> done = ConcurrentHashMap.newKeySet();
		CountDownLatch open = new CountDownLatch(1);
		try (JobsApplication application = JobsApplication.builder()
			.properties("redis-jobs.queues.narrow.concurrency=8")
			.bean(JobExecutors.class, (queue) -> two)
			.handler("narrow", (job) -> {
				open.await();
				return done.add(job.id());
			})
			.run()) {
			application.jobs().publishAll("narrow", IntStream.range(0, 20).boxed().toList(), (options) -> {
			});
			await().atMost(PATIENCE).until(() -> application.container("narrow").running() == 2);
			open.countDown();
			await().atMost(PATIENCE).until(() -> application.queue("narrow").inspect().count(JobState.COMPLETED) == 20);
			assertThat(done).hasSize(20);
		}
		finally {
			two.shutdown();
		}
	}

	@Test
	void anErrorOfAnErrorHandlerHoldsUpNeitherItsJobNorTheContainer() {
		JobErrorHandler broken = (job, error) -> {
			throw new NoClassDefFoundError("missing");
		};
		try (JobsApplication application = JobsApplication.builder()
			.bean(JobErrorHandler.class, broken)
			.handler("rough", (job) -> {
				throw new IllegalStateException("boom");
			})
			.run()) {
			application.jobs().publishAll("rough", List.of(Map.of("a", 1), Map.of("a", 2)), (options) -> {
			});
			await().atMost(PATIENCE).until(() -> application.queue("rough").inspect().count(JobState.FAILED) == 2);
			assertThat(application.container("rough").running()).isZero();
		}
	}

	@Test
	void jobsTakenAheadAreReleasedWhenThoseBeforeThemTakeLongerThanTheyUsedTo() throws Exception {
		CountDownLatch open = new CountDownLatch(1);
		TakenAhead slow = new TakenAhead(8);
		Set<String> done = ConcurrentHashMap.newKeySet();
		try (JobsApplication application = JobsApplication.builder()
			.properties("redis-jobs.queues.changing.concurrency=4", "redis-jobs.queues.changing.auto-startup=false")
			.handler("changing", (job) -> {
				if (slow.seen()) {
					open.await();
				}
				return done.add(job.id());
			})
			.run()) {
			JobQueue queue = application.queue("changing");
			application.jobs().publishAll("changing", IntStream.range(0, 20_000).boxed().toList(), (options) -> {
			});
			slow.queue = queue;
			application.container("changing").start();
			await().atMost(PATIENCE).until(slow.seen::get);
			await().atMost(PATIENCE).until(() -> queue.inspect().count(JobState.ACTIVE) == 4);
			assertThat(application.container("changing").running()).isEqualTo(4);
			open.countDown();
			await().atMost(PATIENCE).until(() -> queue.inspect().count(JobState.COMPLETED) == 20_000);
			assertThat(done).hasSize(20_000);
		}
	}

	@Test
	void jobsTakenAheadAreReleasedUnrunWhenAHandlerSaysThatTheQueueIsToRest() {
		AtomicInteger refusals = new AtomicInteger();
		TakenAhead limited = new TakenAhead(8);
		try (JobsApplication application = JobsApplication.builder()
			.properties("redis-jobs.queues.limited.concurrency=4", "redis-jobs.queues.limited.auto-startup=false")
			.handler("limited", (job) -> {
				if (limited.seen()) {
					refusals.incrementAndGet();
					throw new JobRateLimitedException(Duration.ofMinutes(5));
				}
				return null;
			})
			.run()) {
			JobQueue queue = application.queue("limited");
			application.jobs().publishAll("limited", IntStream.range(0, 20_000).boxed().toList(), (options) -> {
			});
			limited.queue = queue;
			application.container("limited").start();
			await().atMost(PATIENCE).until(limited.seen::get);
			await().atMost(PATIENCE).until(() -> queue.inspect().count(JobState.ACTIVE) == 0);
			assertThat(refusals).hasValueBetween(1, 12);
			assertThat(queue.inspect().count(JobState.WAITING) + queue.inspect().count(JobState.COMPLETED))
				.isEqualTo(20_000);
		}
	}

	@Test
	void aContainerThatWasStartedByHandIsStoppedWithTheApplication() {
		CountDownLatch begun = new CountDownLatch(1);
		Set<String> ended = ConcurrentHashMap.newKeySet();
		JobsApplication application = JobsApplication.builder()
			.properties("redis-jobs.auto-startup=false")
			.handler("by-hand", (job) -> {
				begun.countDown();
				await().pollDelay(Duration.ofMillis(500)).until(() -> true);
				return ended.add(job.id());
			})
			.run();
		JobContainer container = application.container("by-hand");
		try (application) {
			container.start();
			application.jobs().publish("by-hand", Map.of("a", 1));
			await().atMost(PATIENCE).until(() -> begun.getCount() == 0);
		}
		assertThat(ended).hasSize(1);
		assertThat(container.state()).isEqualTo(ContainerState.STOPPED);
		try (JobsApplication later = JobsApplication.builder().handler("by-hand", (job) -> null).run()) {
			assertThat(later.queue("by-hand").inspect().count(JobState.COMPLETED)).isOne();
		}
	}

	@Test
	void monitorsThatTakeTheirTimeMakeNoJobRunTwice() {
		AtomicInteger runs = new AtomicInteger();
		Set<String> lost = ConcurrentHashMap.newKeySet();
		List<JobsApplication> both = new ArrayList<>();
		try {
			for (int i = 0; i < 2; i++) {
				both.add(slowMonitor(runs, lost));
			}
			both.get(0).jobs().publishAll("heard", IntStream.range(0, 200).boxed().toList(), (options) -> {
			});
			await().atMost(Duration.ofMinutes(1))
				.until(() -> both.get(0).queue("heard").inspect().count(JobState.COMPLETED) == 200);
			assertThat(runs).hasValue(200);
			assertThat(lost).isEmpty();
		}
		finally {
			both.forEach(JobsApplication::close);
		}
	}

	private static JobsApplication slowMonitor(AtomicInteger runs, Set<String> lost) {
		JobMonitor slow = new JobMonitor() {
			@Override
			public void completed(JobContext job, @Nullable Object result, Duration duration) {
				await().pollDelay(Duration.ofMillis(100)).until(() -> true);
			}

			@Override
			public void leaseLost(JobContext job) {
				lost.add(job.id());
			}
		};
		return JobsApplication.builder()
			.properties("redis-jobs.queues.heard.concurrency=16", "redis-jobs.queues.heard.lease=1s",
					"redis-jobs.queues.heard.bullmq.stalled-interval=500ms",
					"redis-jobs.queues.heard.bullmq.max-stalled-count=10")
			.bean(JobMonitor.class, slow)
			.handler("heard", (job) -> runs.incrementAndGet())
			.run();
	}

	/**
	 * Becomes true when a handler sees that more jobs are active than can run, and stays
	 * so: whoever looked from outside might miss the moment.
	 */
	private static final class TakenAhead {

		private static final int LOOKED_AT = 50;

		private final long active;

		private final AtomicInteger runs = new AtomicInteger();

		private final AtomicBoolean seen = new AtomicBoolean();

		private volatile @Nullable JobQueue queue;

		TakenAhead(long active) {
			this.active = active;
		}

		boolean seen() {
			JobQueue looked = this.queue;
			// each run but a few must be short
			if (!this.seen.get() && looked != null && this.runs.incrementAndGet() % LOOKED_AT == 0
					&& looked.inspect().count(JobState.ACTIVE) > this.active) {
				this.seen.set(true);
			}
			return this.seen.get();
		}

	}

}
