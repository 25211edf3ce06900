package io.redisjobs.kit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.redisjobs.JobLeaseLostException;
import io.redisjobs.listener.ContainerState;
import io.redisjobs.listener.invoke.JobInvoker;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/** What becomes of jobs whose workers stop, die or lose them, in any contract. */
public abstract class WorkerBehaviours extends ContractKit {

	protected WorkerBehaviours(Contract contract) {
		super(contract);
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
		first.jobs().publishAll(this.queue, IntStream.range(0, 500).mapToObj(ContractKit::payload).toList());
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
	void aContainerThatDoesNotDrainReleasesItsJobs() throws Exception {
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
	void aWorkerThatLostItsLeaseEndsNothing() {
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
				refusals.add(catchThrowable(() -> job.children().publish(payload(2))));
			}
			if (can(application.join(), Capability.AFTER)) {
				refusals.add(catchThrowable(() -> job.then().publish(payload(3))));
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

}
