package io.redisjobs.kit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.redisjobs.JobOptions;
import io.redisjobs.JobState;
import io.redisjobs.PublishedJob;
import io.redisjobs.listener.invoke.JobInvoker;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * What the behaviours need that a queue of any contract must have: real applications on a
 * real Redis.
 */
@ExtendWith(TestRedis.class)
abstract class ContractKit {

	private static final AtomicInteger NUMBER = new AtomicInteger();

	static final Duration PATIENCE = Duration.ofSeconds(30);

	private final Contract contract;

	final String queue = "kit-" + NUMBER.incrementAndGet();

	private final List<JobsApplication> applications = new ArrayList<>();

	private final List<CountDownLatch> latches = new ArrayList<>();

	ContractKit(Contract contract) {
		this.contract = contract;
	}

	/** The contract. */
	final String protocol() {
		return this.contract.protocol();
	}

	/** Whether an id that exists keeps a second job from being added. */
	final boolean idsAreUnique() {
		return this.contract.idsAreUnique();
	}

	@AfterEach
	void stopApplications() {
		this.latches.forEach(CountDownLatch::countDown);
		this.applications.forEach(JobsApplication::close);
	}

	final JobsApplication.Builder application(String... properties) {
		return JobsApplication.builder()
			.properties("redis-jobs.defaults.protocol=" + protocol(), "redis-jobs.defaults.lease=2s")
			.properties(this.contract.properties().toArray(String[]::new))
			.properties(properties);
	}

	final JobsApplication run(JobsApplication.Builder builder) {
		JobsApplication application = builder.run();
		this.applications.add(application);
		return application;
	}

	final JobsApplication run(JobInvoker handler, String... properties) {
		return run(application(properties).handler(this.queue, handler));
	}

	final PublishedJob publish(JobsApplication application, Object payload) {
		return publish(application, payload, (options) -> {
		});
	}

	final PublishedJob publish(JobsApplication application, Object payload, Consumer<JobOptions> options) {
		return application.jobs().publish(this.queue, payload, options);
	}

	CountDownLatch latch() {
		CountDownLatch latch = new CountDownLatch(1);
		this.latches.add(latch);
		return latch;
	}

	String concurrency(int concurrency) {
		return "redis-jobs.queues." + this.queue + ".concurrency=" + concurrency;
	}

	static Map<String, Integer> payload(int number) {
		return Map.of("number", number);
	}

	static int number(byte[] payload) {
		return Integer.parseInt(new String(payload).replaceAll("\\D", ""));
	}

	boolean can(JobsApplication application, Capability capability) {
		return application.context().getBean(JobQueues.class).get(this.queue).can(capability);
	}

	void assume(JobsApplication application, Capability capability) {
		assumeTrue(can(application, capability), () -> protocol() + " has no " + capability.option());
	}

	final ReservedJob reserve(JobsApplication application) {
		JobQueue target = application.queue(this.queue);
		for (int i = 0; i < 20; i++) {
			Reservation reservation = target.reserve(1, Duration.ofSeconds(1));
			if (!reservation.jobs().isEmpty()) {
				return reservation.jobs().get(0);
			}
		}
		return fail("No job could be reserved");
	}

	/** Waits until no job waits or runs. */
	final void assertNothingIsLeft(JobsApplication application) {
		await().atMost(PATIENCE).untilAsserted(() -> {
			Map<JobState, Long> counts = application.queue(this.queue).inspect().counts();
			for (JobState state : List.of(JobState.WAITING, JobState.PRIORITIZED, JobState.DELAYED, JobState.ACTIVE)) {
				assertThat(counts.getOrDefault(state, 0L)).as("%s in %s", state, counts).isZero();
			}
		});
	}

}
