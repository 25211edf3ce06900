package io.redisjobs.kit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.redisjobs.Backoff;
import io.redisjobs.JobLeaseLostException;
import io.redisjobs.JobOptions;
import io.redisjobs.JobSnapshot;
import io.redisjobs.JobState;
import io.redisjobs.PublishedJob;
import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.UnsupportedJobOptionException;
import io.redisjobs.listener.ContainerState;
import io.redisjobs.listener.invoke.JobInvoker;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.RedisDump;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * What a queue of any contract must do, tried with real applications on a real Redis. A
 * behaviour whose capability the contract lacks shows as skipped.
 */
@ExtendWith(TestRedis.class)
public abstract class ContractKit {

	private static final AtomicInteger NUMBER = new AtomicInteger();

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final String queue = "kit-" + NUMBER.incrementAndGet();

	private final List<JobsApplication> applications = new ArrayList<>();

	private final List<CountDownLatch> latches = new ArrayList<>();

	/** The contract. */
	protected abstract String protocol();

	/** Further properties of the contract, such as short intervals of its upkeep. */
	protected List<String> properties() {
		return List.of();
	}

	/** What the contract wants to know of every job. */
	protected void options(JobOptions options) {
	}

	/** Whether an id that exists keeps a second job from being added. */
	protected boolean idsAreUnique() {
		return true;
	}

	@AfterEach
	void stopApplications() {
		this.latches.forEach(CountDownLatch::countDown);
		this.applications.forEach(JobsApplication::close);
	}

	protected final String queue() {
		return this.queue;
	}

	protected final JobsApplication.Builder application(String... properties) {
		return JobsApplication.builder()
			.properties("redis-jobs.defaults.protocol=" + protocol(), "redis-jobs.defaults.lease=2s")
			.properties(properties().toArray(String[]::new))
			.properties(properties);
	}

	protected final JobsApplication run(JobsApplication.Builder builder) {
		JobsApplication application = builder.run();
		this.applications.add(application);
		return application;
	}

	protected final JobsApplication run(JobInvoker handler, String... properties) {
		return run(application(properties).handler(this.queue, handler));
	}

	protected final PublishedJob publish(JobsApplication application, Object payload) {
		return publish(application, payload, (options) -> {
		});
	}

	protected final PublishedJob publish(JobsApplication application, Object payload, Consumer<JobOptions> options) {
		return application.jobs().publish(this.queue, payload, ((Consumer<JobOptions>) this::options).andThen(options));
	}

	private CountDownLatch latch() {
		CountDownLatch latch = new CountDownLatch(1);
		this.latches.add(latch);
		return latch;
	}

	private String concurrency(int concurrency) {
		return "redis-jobs.queues." + this.queue + ".concurrency=" + concurrency;
	}

	private static Map<String, Integer> payload(int number) {
		return Map.of("number", number);
	}

	private static int number(byte[] payload) {
		return Integer.parseInt(new String(payload).replaceAll("\\D", ""));
	}

	private boolean can(JobsApplication application, Capability capability) {
		return application.context().getBean(JobQueues.class).get(this.queue).can(capability);
	}

	private void assume(JobsApplication application, Capability capability) {
		assumeTrue(can(application, capability), () -> protocol() + " has no " + capability.option());
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
			.publishAll(this.queue, IntStream.range(0, 1000).mapToObj(ContractKit::payload).toList(), this::options);
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
		List<String> seen = Collections.synchronizedList(new ArrayList<>());
		JobsApplication application = run(application().handler(this.queue, "one", (job) -> seen.add("one"))
			.handler(this.queue, (job) -> seen.add("other " + job.name())));
		assume(application, Capability.NAME);
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
	void aJobLongerThanItsLeaseIsRunOnce() {
		AtomicInteger runs = new AtomicInteger();
		JobInvoker slow = (job) -> {
			runs.incrementAndGet();
			return latch().await(5, TimeUnit.SECONDS);
		};
		JobsApplication first = run(slow);
		run(slow);
		publish(first, payload(1));
		await().atMost(PATIENCE).until(() -> runs.get() == 1);
		await().atMost(PATIENCE).untilAsserted(() -> assertNothingIsLeft(first));
		assertThat(runs).hasValue(1);
	}

	@Test
	void twoInstancesShareTheJobs() {
		Map<Integer, Integer> runs = new ConcurrentHashMap<>();
		JobInvoker handler = (job) -> runs.merge(number(job.payload()), 1, Integer::sum);
		JobsApplication first = run(handler, concurrency(4));
		run(handler, concurrency(4));
		first.jobs()
			.publishAll(this.queue, IntStream.range(0, 500).mapToObj(ContractKit::payload).toList(), this::options);
		await().atMost(PATIENCE).until(() -> runs.size() == 500);
		await().atMost(PATIENCE).untilAsserted(() -> assertNothingIsLeft(first));
		assertThat(runs.values()).containsOnly(1);
	}

	@Test
	void aStoppingContainerLetsItsHandlersEnd() throws Exception {
		CountDownLatch started = latch();
		CountDownLatch release = latch();
		AtomicInteger ended = new AtomicInteger();
		JobsApplication application = run((job) -> {
			started.countDown();
			release.await();
			return ended.incrementAndGet();
		});
		publish(application, payload(1));
		assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
		Thread stopping = new Thread(() -> application.container(this.queue).stop());
		stopping.start();
		await().atMost(PATIENCE).until(() -> application.container(this.queue).state() == ContainerState.STOPPING);
		release.countDown();
		stopping.join(30_000);
		assertThat(ended).hasValue(1);
		assertNothingIsLeft(application);
	}

	@Test
	void aContainerThatDoesNotDrainHandsItsJobsBack() throws Exception {
		CountDownLatch started = latch();
		CountDownLatch never = latch();
		JobsApplication first = run((job) -> {
			started.countDown();
			never.await();
			return null;
		}, "redis-jobs.defaults.drain=false");
		publish(first, payload(1));
		assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
		first.container(this.queue).stop();
		AtomicInteger attempt = new AtomicInteger();
		run((job) -> {
			attempt.set(job.attempt());
			return null;
		});
		await().atMost(PATIENCE).until(() -> attempt.get() > 0);
		await().atMost(PATIENCE).untilAsserted(() -> assertNothingIsLeft(first));
	}

	@Test
	void aHandlerThatIgnoresInterruptionDoesNotKeepItsContainerFromStopping() throws Exception {
		CountDownLatch started = latch();
		CountDownLatch release = latch();
		JobsApplication application = run((job) -> {
			started.countDown();
			while (release.getCount() > 0) {
				try {
					release.await();
				}
				catch (InterruptedException ex) {
					// this handler does not listen
				}
			}
			return null;
		}, "redis-jobs.defaults.shutdown-timeout=100ms");
		publish(application, payload(1));
		assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
		application.container(this.queue).stop();
		assertThat(application.container(this.queue).isRunning()).isFalse();
		release.countDown();
	}

	@Test
	void aContainerCanBeStartedAgain() {
		AtomicInteger runs = new AtomicInteger();
		JobsApplication application = run((job) -> runs.incrementAndGet());
		publish(application, payload(1));
		await().atMost(PATIENCE).until(() -> runs.get() == 1);
		application.container(this.queue).stop();
		publish(application, payload(2));
		application.container(this.queue).start();
		await().atMost(PATIENCE).until(() -> runs.get() == 2);
	}

	@Test
	void aJobWhoseWorkerDiedIsRunByAnother() {
		JobsApplication dead = run(application());
		publish(dead, payload(1));
		assertThat(reserve(dead).payload()).isEqualTo("{\"number\":1}".getBytes());
		AtomicInteger runs = new AtomicInteger();
		JobsApplication alive = run((job) -> runs.incrementAndGet());
		await().atMost(PATIENCE).until(() -> runs.get() == 1);
		await().atMost(PATIENCE).untilAsserted(() -> assertNothingIsLeft(alive));
	}

	@Test
	void aWorkerThatLostItsLeaseSettlesNothing() {
		JobsApplication zombie = run(application());
		publish(zombie, payload(1));
		ReservedJob taken = reserve(zombie);
		CountDownLatch started = latch();
		CountDownLatch release = latch();
		JobsApplication alive = run((job) -> {
			started.countDown();
			release.await();
			return null;
		});
		await().atMost(PATIENCE).until(() -> started.getCount() == 0);
		Settlement settlement = zombie.queue(this.queue)
			.complete(List.of(new Completion(taken, "1".getBytes())))
			.get(0);
		assertThat(settlement.outcome()).isIn(Settlement.Outcome.LEASE_LOST, Settlement.Outcome.GONE);
		assertThat(zombie.queue(this.queue).extend(List.of(taken)).get(0).outcome()).isIn(Settlement.Outcome.LEASE_LOST,
				Settlement.Outcome.GONE);
		release.countDown();
		await().atMost(PATIENCE).untilAsserted(() -> assertNothingIsLeft(alive));
	}

	@Test
	void aRunThatDoesNotOwnItsJobAnyMorePublishesNothingThatBelongsToIt() {
		CompletableFuture<JobsApplication> application = new CompletableFuture<>();
		List<Throwable> refusals = Collections.synchronizedList(new ArrayList<>());
		CountDownLatch tried = latch();
		application.complete(run((job) -> {
			ReservedJob own = job.as(ReservedJob.class).orElseThrow();
			application.join().queue(this.queue).complete(List.of(new Completion(own, "1".getBytes())));
			if (can(application.join(), Capability.PARENT)) {
				refusals.add(catchThrowable(() -> job.children().publish(payload(2), this::options)));
			}
			if (can(application.join(), Capability.AFTER)) {
				refusals.add(catchThrowable(() -> job.then().publish(payload(3), this::options)));
			}
			tried.countDown();
			return null;
		}));
		assume(application.join(), Capability.PARENT);
		publish(application.join(), payload(1));
		await().atMost(PATIENCE).until(() -> tried.getCount() == 0);
		assertThat(refusals).isNotEmpty().hasOnlyElementsOfType(JobLeaseLostException.class);
		await().atMost(PATIENCE).untilAsserted(() -> assertNothingIsLeft(application.join()));
	}

	protected final ReservedJob reserve(JobsApplication application) {
		JobQueue target = application.queue(this.queue);
		for (int i = 0; i < 20; i++) {
			Reservation reservation = target.reserve(1, Duration.ofSeconds(1));
			if (!reservation.jobs().isEmpty()) {
				return reservation.jobs().get(0);
			}
		}
		return fail("No job could be reserved");
	}

	@Test
	void aWaitForJobsCanBeEnded(Jedis jedis) {
		// where leases are short, waits end early by themselves
		JobsApplication application = run(application().properties("redis-jobs.defaults.lease=10m"));
		JobQueue target = application.queue(this.queue);
		target.reserve(1, Duration.ZERO);
		List<Duration> times = new ArrayList<>();
		for (int i = 0; i < 9; i++) {
			CompletableFuture<Reservation> ended = CompletableFuture
				.supplyAsync(() -> target.reserve(1, Duration.ofMinutes(5)));
			await().atMost(PATIENCE).until(() -> ended.isDone() || hasWaitingConnection(jedis));
			long before = System.nanoTime();
			target.wakeUp();
			assertThat(ended).succeedsWithin(PATIENCE).matches((taken) -> taken.jobs().isEmpty());
			times.add(Duration.ofNanos(System.nanoTime() - before));
		}
		// those of streams end after a second in any case
		assertThat(times.stream().sorted().toList().get(times.size() / 2)).isLessThan(Duration.ofMillis(500));
	}

	@Test
	void aDisconnectedQueueHasNoConnectionOfItsOwnUntilItWaitsAgain(Jedis jedis) {
		JobsApplication application = run(application());
		JobQueue target = application.queue(this.queue);
		target.reserve(1, Duration.ofMillis(10));
		for (int i = 1; i <= 2; i++) {
			CompletableFuture<Reservation> ended = CompletableFuture
				.supplyAsync(() -> target.reserve(1, Duration.ofSeconds(20)));
			await().atMost(PATIENCE).until(() -> hasWaitingConnection(jedis));
			target.disconnect();
			assertThat(ended).succeedsWithin(Duration.ofSeconds(5)).matches((taken) -> taken.jobs().isEmpty());
			await().atMost(PATIENCE).until(() -> !hasWaitingConnection(jedis));
		}
		CompletableFuture<ReservedJob> taken = CompletableFuture.supplyAsync(() -> reserve(application));
		await().atMost(PATIENCE).until(() -> hasWaitingConnection(jedis));
		publish(application, payload(1));
		assertThat(taken).succeedsWithin(PATIENCE);
	}

	private static boolean hasWaitingConnection(Jedis jedis) {
		return jedis.clientList()
			.lines()
			.anyMatch((client) -> client.matches(".* cmd=(bzpopmin|blmove|xreadgroup) .*"));
	}

	@Test
	void scriptsThatRedisForgotAreSentAgain(Jedis jedis) {
		AtomicInteger runs = new AtomicInteger();
		JobsApplication application = run((job) -> runs.incrementAndGet());
		publish(application, payload(1));
		await().atMost(PATIENCE).until(() -> runs.get() == 1);
		jedis.scriptFlush();
		publish(application, payload(2));
		await().atMost(PATIENCE).until(() -> runs.get() == 2);
	}

	@Test
	void aContainerWhoseConnectionsWereCutComesBack(Jedis jedis) {
		AtomicInteger runs = new AtomicInteger();
		JobsApplication application = run((job) -> runs.incrementAndGet());
		publish(application, payload(1));
		await().atMost(PATIENCE).until(() -> runs.get() == 1);
		jedis.sendCommand(() -> "CLIENT".getBytes(), "KILL", "TYPE", "normal", "SKIPME", "yes");
		await().atMost(PATIENCE).ignoreExceptions().until(() -> publish(application, payload(2)).added());
		await().atMost(PATIENCE).until(() -> runs.get() >= 2);
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

	@Test
	void aContainerAtRestNeedsLittle(Jedis jedis) {
		JobsApplication application = run((job) -> null);
		publish(application, payload(1));
		await().atMost(PATIENCE).untilAsserted(() -> assertNothingIsLeft(application));
		long before = commands(jedis);
		await().pollDelay(Duration.ofSeconds(2)).atMost(PATIENCE).until(() -> true);
		long perMinute = (commands(jedis) - before) * 30;
		System.out.println(protocol() + ": about " + perMinute + " commands a minute at rest");
		assertThat(perMinute).isLessThan(3000);
	}

	private static long commands(Jedis jedis) {
		return jedis.info("stats")
			.lines()
			.filter((line) -> line.startsWith("total_commands_processed:"))
			.map((line) -> Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
			.findFirst()
			.orElseThrow();
	}

	/** Waits until no job waits or runs. */
	protected final void assertNothingIsLeft(JobsApplication application) {
		await().atMost(PATIENCE).untilAsserted(() -> {
			Map<JobState, Long> counts = application.queue(this.queue).inspect().counts();
			for (JobState state : List.of(JobState.WAITING, JobState.PRIORITIZED, JobState.DELAYED, JobState.ACTIVE)) {
				assertThat(counts.getOrDefault(state, 0L)).as("%s in %s", state, counts).isZero();
			}
		});
	}

}
