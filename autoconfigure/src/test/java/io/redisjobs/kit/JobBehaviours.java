package io.redisjobs.kit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.redisjobs.Backoff;
import io.redisjobs.JobOptions;
import io.redisjobs.JobSnapshot;
import io.redisjobs.JobState;
import io.redisjobs.PublishedJob;
import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.UnsupportedJobOptionException;
import io.redisjobs.protocol.Capability;
import io.redisjobs.test.RedisDump;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * What becomes of jobs, in any contract. A behaviour whose capability the contract lacks
 * shows as skipped.
 */
public abstract class JobBehaviours extends ContractKit {

	protected JobBehaviours(Contract contract) {
		super(contract);
	}

	@Test
	void aPublishedJobIsRunWithItsPayload() {
		List<String> seen = Collections.synchronizedList(new ArrayList<>());
		JobsApplication application = run((job) -> seen.add(new String(job.payload()) + " " + job.id()));
		PublishedJob published = publish(application, payload(7));
		await().atMost(PATIENCE).until(() -> !seen.isEmpty());
		assertThat(published.added()).isTrue();
		assertThat(seen).containsExactly("{\"number\":7} " + published.id());
	}

	@Test
	void theContextTellsWhatTheContractKnows() {
		List<String> seen = Collections.synchronizedList(new ArrayList<>());
		JobsApplication application = run((job) -> seen.add(job.queue() + " " + job.attempt() + " "
				+ job.leaseEnd().isAfter(Instant.now().minusSeconds(5)) + " " + job.leaseLost() + " " + job.extend()));
		publish(application, payload(1));
		await().atMost(PATIENCE).until(() -> !seen.isEmpty());
		assertThat(seen).containsExactly(this.queue + " 1 true false true");
	}

	@Test
	void jobsRunInTheOrderTheyWerePublished() {
		List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
		JobsApplication application = run(application().handler(this.queue, (job) -> seen.add(number(job.payload())))
			.properties("redis-jobs.queues." + this.queue + ".auto-startup=false"));
		assume(application, Capability.FIFO);
		IntStream.range(0, 20).forEach((number) -> publish(application, payload(number)));
		application.container(this.queue).start();
		await().atMost(PATIENCE).until(() -> seen.size() == 20);
		assertThat(seen).containsExactlyElementsOf(IntStream.range(0, 20).boxed().toList());
	}

	@Test
	void everyJobOfABatchIsRunOnce() {
		Map<Integer, Integer> runs = new ConcurrentHashMap<>();
		JobsApplication application = run((job) -> runs.merge(number(job.payload()), 1, Integer::sum), concurrency(8));
		List<PublishedJob> published = application.jobs()
			.publishAll(this.queue, IntStream.range(0, 1000).mapToObj(ContractKit::payload).toList());
		await().atMost(PATIENCE).until(() -> runs.size() == 1000);
		assertThat(published.stream().map(PublishedJob::id)).doesNotHaveDuplicates().hasSize(1000);
		assertThat(runs.values()).containsOnly(1);
		assertNothingIsLeft(application);
	}

	@Test
	void asManyJobsRunAtATimeAsConfiguredAndNoMore() {
		CountDownLatch release = latch();
		AtomicInteger running = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		JobsApplication application = run((job) -> {
			most.accumulateAndGet(running.incrementAndGet(), Math::max);
			release.await();
			return running.decrementAndGet();
		}, concurrency(3));
		IntStream.range(0, 9).forEach((number) -> publish(application, payload(number)));
		await().atMost(PATIENCE).until(() -> running.get() == 3);
		release.countDown();
		await().atMost(PATIENCE).untilAsserted(() -> assertNothingIsLeft(application));
		assertThat(most).hasValue(3);
	}

	@Test
	void theResultCanBeReadBack() {
		JobsApplication application = run((job) -> Map.of("answer", 42));
		assume(application, Capability.RESULT);
		assume(application, Capability.FIND);
		PublishedJob published = publish(application, payload(1));
		await().atMost(PATIENCE).until(() -> state(application, published) == JobState.COMPLETED);
		JobSnapshot found = application.jobs().find(this.queue, published.id()).orElseThrow();
		assertThat(found.resultText()).isEqualTo("{\"answer\":42}");
		assertThat(found.payloadText()).isEqualTo("{\"number\":1}");
	}

	private JobState state(JobsApplication application, PublishedJob job) {
		return application.jobs().find(this.queue, job.id()).map(JobSnapshot::state).orElse(JobState.UNKNOWN);
	}

	@Test
	void aFailedJobIsTriedAgainUntilItsAttemptsAreUsedUp() {
		List<Integer> attempts = Collections.synchronizedList(new ArrayList<>());
		JobsApplication application = run((job) -> {
			attempts.add(job.attempt());
			throw new IllegalStateException("not today");
		});
		assume(application, Capability.ATTEMPTS);
		publish(application, payload(1), (options) -> {
			options.attempts(3);
			if (can(application, Capability.BACKOFF)) {
				options.backoff(Backoff.fixed(Duration.ofMillis(10)));
			}
		});
		await().atMost(PATIENCE).until(() -> attempts.size() == 3);
		await().atMost(PATIENCE).untilAsserted(() -> assertNothingIsLeft(application));
		assertThat(attempts).containsExactly(1, 2, 3);
	}

	@Test
	void aJobThatFailsOnceIsDoneTheSecondTime() {
		AtomicInteger attempts = new AtomicInteger();
		CountDownLatch done = latch();
		JobsApplication application = run((job) -> {
			if (attempts.incrementAndGet() == 1) {
				throw new IllegalStateException("not yet");
			}
			done.countDown();
			return null;
		});
		assume(application, Capability.ATTEMPTS);
		publish(application, payload(1), (options) -> options.attempts(5));
		await().atMost(PATIENCE).until(() -> done.getCount() == 0);
		await().atMost(PATIENCE).untilAsserted(() -> assertNothingIsLeft(application));
		assertThat(attempts).hasValue(2);
	}

	@Test
	void anUnrecoverableFailureIsNotTriedAgain() {
		AtomicInteger attempts = new AtomicInteger();
		JobsApplication application = run((job) -> {
			attempts.incrementAndGet();
			throw new UnrecoverableJobException("never");
		});
		publish(application, payload(1), (options) -> {
			if (can(application, Capability.ATTEMPTS)) {
				options.attempts(5);
			}
		});
		await().atMost(PATIENCE).until(() -> attempts.get() == 1);
		await().atMost(PATIENCE).untilAsserted(() -> assertNothingIsLeft(application));
		assertThat(attempts).hasValue(1);
	}

	@Test
	void anErrorOfAHandlerIsAFailureAndTheContainerGoesOn() {
		CountDownLatch second = latch();
		JobsApplication application = run((job) -> {
			if (number(job.payload()) == 1) {
				throw new StackOverflowError("deep");
			}
			second.countDown();
			return null;
		});
		publish(application, payload(1), (options) -> {
			if (can(application, Capability.ATTEMPTS)) {
				options.attempts(1);
			}
		});
		publish(application, payload(2));
		await().atMost(PATIENCE).until(() -> second.getCount() == 0);
	}

	@Test
	void aDelayedJobDoesNotRunBeforeItsTime() {
		List<Instant> seen = Collections.synchronizedList(new ArrayList<>());
		JobsApplication application = run((job) -> seen.add(Instant.now()));
		assume(application, Capability.DELAY);
		Instant before = Instant.now();
		publish(application, payload(1), (options) -> options.delay(Duration.ofMillis(700)));
		await().atMost(PATIENCE).until(() -> !seen.isEmpty());
		assertThat(Duration.between(before, seen.get(0))).isGreaterThanOrEqualTo(Duration.ofMillis(650));
	}

	@Test
	void urgentJobsGoFirst() {
		List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
		JobsApplication application = run(application().handler(this.queue, (job) -> seen.add(number(job.payload())))
			.properties("redis-jobs.queues." + this.queue + ".auto-startup=false"));
		assume(application, Capability.PRIORITY);
		publish(application, payload(3), (options) -> options.priority(3));
		publish(application, payload(1), (options) -> options.priority(1));
		publish(application, payload(2), (options) -> options.priority(2));
		application.container(this.queue).start();
		await().atMost(PATIENCE).until(() -> seen.size() == 3);
		assertThat(seen).containsExactly(1, 2, 3);
	}

	@Test
	void aJobWithAnIdThatExistsIsNotAddedAgain() {
		AtomicInteger runs = new AtomicInteger();
		JobsApplication application = run(application().handler(this.queue, (job) -> runs.incrementAndGet())
			.properties("redis-jobs.queues." + this.queue + ".auto-startup=false"));
		assume(application, Capability.CUSTOM_ID);
		assumeTrue(idsAreUnique(), () -> protocol() + " takes an id more than once");
		publish(application, payload(1), (options) -> options.id("order-17"));
		PublishedJob again = publish(application, payload(1), (options) -> options.id("order-17"));
		assertThat(again.id()).isEqualTo("order-17");
		assertThat(again.added()).isFalse();
		application.container(this.queue).start();
		await().atMost(PATIENCE).untilAsserted(() -> assertNothingIsLeft(application));
		assertThat(runs).hasValue(1);
	}

	@Test
	void handlersArePickedByName() {
		// a handler with a name would end the start where jobs have none
		assume(run(application()), Capability.NAME);
		List<String> seen = Collections.synchronizedList(new ArrayList<>());
		JobsApplication application = run(application().handler(this.queue, "one", (job) -> seen.add("one"))
			.handler(this.queue, (job) -> seen.add("other " + job.name())));
		publish(application, payload(1), (options) -> options.name("one"));
		publish(application, payload(2), (options) -> options.name("two"));
		await().atMost(PATIENCE).until(() -> seen.size() == 2);
		assertThat(seen).containsExactlyInAnyOrder("one", "other two");
	}

	@Test
	void aPausedQueueRunsNothingUntilItIsResumed() {
		AtomicInteger runs = new AtomicInteger();
		JobsApplication application = run((job) -> runs.incrementAndGet());
		assume(application, Capability.PAUSE);
		application.queue(this.queue).pause();
		assertThat(application.queue(this.queue).inspect().paused()).isTrue();
		publish(application, payload(1));
		await().during(Duration.ofMillis(500)).atMost(PATIENCE).until(() -> runs.get() == 0);
		application.queue(this.queue).resume();
		await().atMost(PATIENCE).until(() -> runs.get() == 1);
		assertThat(application.queue(this.queue).inspect().paused()).isFalse();
	}

	@Test
	void anOptionTheContractLacksIsRefusedBeforeRedisIsTouched(Jedis jedis) {
		JobsApplication application = run(application());
		Map<Capability, Consumer<JobOptions>> options = Map.of(Capability.PRIORITY, (target) -> target.priority(1),
				Capability.GROUP, (target) -> target.group("g"), Capability.AFTER, (target) -> target.after("x"),
				Capability.USER_ID, (target) -> target.userId("u"), Capability.LIFO, (target) -> target.lifo(true),
				Capability.TIMEOUT, (target) -> target.timeout(Duration.ofSeconds(1)));
		Map<String, Object> before = RedisDump.of(jedis, "*");
		options.forEach((capability, option) -> {
			if (!can(application, capability)) {
				assertThatExceptionOfType(UnsupportedJobOptionException.class)
					.isThrownBy(() -> publish(application, payload(1), option))
					.withMessageContaining(this.queue)
					.withMessageContaining(protocol());
			}
		});
		assertThat(RedisDump.of(jedis, "*")).isEqualTo(before);
	}

}
