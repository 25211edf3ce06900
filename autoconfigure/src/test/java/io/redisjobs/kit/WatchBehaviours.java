package io.redisjobs.kit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobQueue;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a queue does that is watched, because the application has more than may wait for
 * themselves, in any contract.
 */
public abstract class WatchBehaviours extends ContractKit {

	protected WatchBehaviours(Contract contract) {
		super(contract);
	}

	private JobsApplication.Builder sharing() {
		return application("redis-jobs.waiting-connections=0", "redis-jobs.defaults.lease=30s");
	}

	@Test
	void aChangeIsToldOnce() {
		JobsApplication application = run(sharing());
		JobQueue target = application.queue(this.queue);
		AtomicInteger told = new AtomicInteger();
		for (int i = 1; i <= 3; i++) {
			assertThat(target.watch(told::incrementAndGet)).isPositive();
			assertThat(target.reserve(1, Duration.ZERO).jobs()).isEmpty();
			publish(application, payload(i));
			int expected = i;
			await().atMost(PATIENCE).until(() -> told.get() == expected);
			assertThat(target.reserve(1, Duration.ZERO).jobs()).hasSize(1);
		}
		target.disconnect();
	}

	@Test
	void aJobStartsSoonAndNothingWaits(Jedis jedis) {
		AtomicInteger runs = new AtomicInteger();
		List<Long> times = new ArrayList<>();
		JobsApplication application = run(sharing().handler(this.queue, (job) -> runs.incrementAndGet()));
		for (int i = 1; i <= 15; i++) {
			int expected = i;
			await().atMost(PATIENCE).until(() -> !hasWaitingConnection(jedis));
			long before = System.nanoTime();
			publish(application, payload(i));
			await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(() -> runs.get() == expected);
			times.add(Duration.ofNanos(System.nanoTime() - before).toMillis());
		}
		System.out.println(protocol() + ": milliseconds from publication to the end of the run: " + times);
		assertThat(times.stream().sorted().toList().get(times.size() / 2)).isLessThan(250);
	}

	@Test
	void aJobThatIsDueLaterStartsWhenItIsDue() {
		AtomicInteger runs = new AtomicInteger();
		JobsApplication application = run(sharing().handler(this.queue, (job) -> runs.incrementAndGet()));
		assume(application, Capability.DELAY);
		publish(application, payload(1));
		await().atMost(PATIENCE).until(() -> runs.get() == 1);
		publish(application, payload(2), (options) -> options.delay(Duration.ofMillis(1500)));
		await().atMost(Duration.ofSeconds(10)).until(() -> runs.get() == 2);
	}

	@Test
	void aQueueThatWasPausedGoesOnWhenItIsResumed() {
		AtomicInteger runs = new AtomicInteger();
		JobsApplication application = run(sharing().handler(this.queue, (job) -> runs.incrementAndGet()));
		publish(application, payload(1));
		await().atMost(PATIENCE).until(() -> runs.get() == 1);
		application.queue(this.queue).pause();
		publish(application, payload(2));
		await().pollDelay(Duration.ofMillis(500)).until(() -> runs.get() == 1);
		application.queue(this.queue).resume();
		// sooner than anybody looks who was not told
		await().atMost(Duration.ofSeconds(10)).until(() -> runs.get() == 2);
	}

	@Test
	void aJobThatFailsIsTriedAgain() {
		AtomicInteger runs = new AtomicInteger();
		JobsApplication application = run(
				sharing().properties("redis-jobs.defaults.max-attempts=3").handler(this.queue, (job) -> {
					if (runs.incrementAndGet() < 3) {
						throw new IllegalStateException("not yet");
					}
					return null;
				}));
		publish(application, payload(1));
		await().atMost(PATIENCE).until(() -> runs.get() == 3);
	}

	@Test
	void aJobThatComesWhileAnotherRunsStartsToo() throws InterruptedException {
		CountDownLatch end = latch();
		AtomicInteger started = new AtomicInteger();
		JobsApplication application = run(sharing().properties(concurrency(4)).handler(this.queue, (job) -> {
			started.incrementAndGet();
			end.await();
			return null;
		}));
		for (int i = 1; i <= 4; i++) {
			publish(application, payload(i));
			int expected = i;
			await().atMost(Duration.ofSeconds(10)).until(() -> started.get() == expected);
		}
		end.countDown();
		assertNothingIsLeft(application);
	}

	@Test
	void manyJobsThroughManyContainersEachRunOnce() {
		AtomicInteger runs = new AtomicInteger();
		List<JobsApplication> applications = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			applications
				.add(run(sharing().properties(concurrency(4)).handler(this.queue, (job) -> runs.incrementAndGet())));
		}
		int published = 0;
		for (int burst = 1; burst <= 20; burst++) {
			for (int i = 0; i < burst; i++) {
				publish(applications.get(i % 3), payload(published++));
			}
			int expected = published;
			await().atMost(PATIENCE).until(() -> runs.get() == expected);
		}
		assertNothingIsLeft(applications.get(0));
		assertThat(runs).hasValue(published);
	}

	@Test
	void aContainerComesBackWhenEverythingWasCut(Jedis jedis) {
		AtomicInteger runs = new AtomicInteger();
		JobsApplication application = run(sharing().handler(this.queue, (job) -> runs.incrementAndGet()));
		publish(application, payload(1));
		await().atMost(PATIENCE).until(() -> runs.get() == 1);
		jedis.sendCommand(() -> "CLIENT".getBytes(), "KILL", "TYPE", "normal", "SKIPME", "yes");
		jedis.sendCommand(() -> "CLIENT".getBytes(), "KILL", "TYPE", "pubsub", "SKIPME", "yes");
		await().atMost(PATIENCE).ignoreExceptions().until(() -> publish(application, payload(2)).added());
		await().atMost(PATIENCE).until(() -> runs.get() >= 2);
	}

	private static boolean hasWaitingConnection(Jedis jedis) {
		// one of the pool that has read entries shows that command, too
		return jedis.clientList().lines().anyMatch((client) -> client.contains(" flags=b "));
	}

}
