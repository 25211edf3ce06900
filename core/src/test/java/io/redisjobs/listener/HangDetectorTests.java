package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import io.redisjobs.test.MutableClock;
import io.redisjobs.listener.FakeJobQueue.Verb;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.RedisConnectionFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class HangDetectorTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	@Test
	void aRedisThatIsAwayForLongerThanALeaseIsAnOutageAndNothingElse() {
		MutableClock clock = new MutableClock();
		FakeJobQueue queue = new FakeJobQueue(clock, LEASE);
		AtomicBoolean away = new AtomicBoolean();
		for (Verb verb : List.of(Verb.RESERVE, Verb.EXTEND, Verb.COMPLETE, Verb.MAINTAIN)) {
			queue.before(verb, (ids) -> {
				if (away.get()) {
					throw new RedisConnectionFailureException("gone");
				}
			});
		}
		List<ContainerState> told = new CopyOnWriteArrayList<>();
		CountDownLatch open = new CountDownLatch(1);
		JobContainer container = FakeContainer.of(queue, (job) -> {
			open.await();
			return null;
		}).clock(clock).lease(Duration.ofMillis(300)).monitor(new JobMonitor() {
			@Override
			public void containerChanged(String queue, ContainerState state, @Nullable Throwable reason) {
				told.add(state);
			}
		}).create(2);
		container.start();
		try {
			queue.add(1);
			await().atMost(PATIENCE).until(() -> container.running() == 1);
			away.set(true);
			queue.add("job-2", LEASE);
			clock.advance(Duration.ofMinutes(1));
			await().atMost(PATIENCE).until(() -> container.state() == ContainerState.DISCONNECTED);
			container.check();
			away.set(false);
			// the first call that works need not be the one that renews
			await().atMost(PATIENCE)
				.pollInterval(Duration.ofMillis(1))
				.until(() -> container.state() != ContainerState.DISCONNECTED);
			container.check();
			assertThat(container.state()).isEqualTo(ContainerState.RUNNING);
		}
		finally {
			open.countDown();
			container.stop();
		}
		assertThat(told).contains(ContainerState.DISCONNECTED).doesNotContain(ContainerState.UNRESPONSIVE);
	}

}
