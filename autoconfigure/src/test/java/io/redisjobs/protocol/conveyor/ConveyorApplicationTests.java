package io.redisjobs.protocol.conveyor;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.StringValue;
import io.redisjobs.JobContext;
import io.redisjobs.JobLeaseLostException;
import io.redisjobs.JobOperations;
import io.redisjobs.kit.JobsApplication;
import io.redisjobs.listener.JobMonitor;
import io.redisjobs.listener.invoke.JobInvoker;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/** Conveyor as an application uses it. */
@ExtendWith(TestRedis.class)
class ConveyorApplicationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final List<String> seen = new CopyOnWriteArrayList<>();

	private static JobsApplication run(JobInvoker handler, String... properties) {
		return JobsApplication.builder()
			.properties("redis-jobs.queues.trees.protocol=conveyor")
			.properties(properties)
			.handler("trees", handler)
			.run();
	}

	private static String text(JobContext job) throws InvalidProtocolBufferException {
		return StringValue.parseFrom(job.payload()).getValue();
	}

	@Test
	void aHandlerAddsChildrenAndHeirs() {
		JobInvoker handler = (job) -> {
			String text = text(job);
			this.seen.add(text);
			if (text.equals("root")) {
				job.then().publish(StringValue.of("heir"));
				job.children().publish(StringValue.of("first"));
				job.children().publish(StringValue.of("second"));
			}
			return null;
		};
		try (JobsApplication application = run(handler)) {
			application.jobs().publish("trees", StringValue.of("root"));
			await().atMost(PATIENCE).until(() -> this.seen.size() == 4);
			assertThat(this.seen).containsExactly("root", "first", "second", "heir");
		}
	}

	/** A run goes on after another worker has recovered its job, or has ended it. */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void aRunThatLostItsLeaseAddsNothing(boolean ended, Jedis jedis) {
		List<Throwable> refusals = new CopyOnWriteArrayList<>();
		JobInvoker handler = (job) -> {
			this.seen.add(text(job));
			if (text(job).equals("root") && job.attempt() == 1) {
				jedis.keys("worker:active:*").forEach((key) -> jedis.srem(key, job.id()));
				if (ended) {
					jedis.del("jobs:" + job.id());
				}
				refusals.add(catchThrowable(() -> job.children().publish(StringValue.of("child"))));
				refusals.add(catchThrowable(() -> job.then().publish(StringValue.of("heir"))));
				jedis.del("jobs:" + job.id());
				refusals.add(catchThrowable(() -> job.children().publish(StringValue.of("late child"))));
			}
			return null;
		};
		try (JobsApplication application = run(handler)) {
			String root = application.jobs().publish("trees", StringValue.of("root")).id();
			await().atMost(PATIENCE).until(() -> refusals.size() == 3);
			assertThat(refusals).allSatisfy((refusal) -> assertThat(refusal).isInstanceOf(JobLeaseLostException.class));
			assertThat(jedis.exists("jobs:" + root + ":children", "jobs:" + root + ":onComplete")).isZero();
			assertThat(this.seen).containsExactly("root");
		}
	}

	/** The worker lives on, and Redis says that it runs the job. */
	@Test
	void aRunWhoseEndCouldNotBeWrittenIsRecoveredByItsWorker(Jedis jedis) {
		CountDownLatch left = new CountDownLatch(1);
		JobInvoker handler = (job) -> {
			this.seen.add(job.id());
			if (this.seen.size() == 1) {
				jedis.set("scheduled", "text");
				throw new IllegalStateException("boom");
			}
			return null;
		};
		JobMonitor monitor = new JobMonitor() {
			@Override
			public void leaseLost(JobContext job) {
				left.countDown();
			}
		};
		try (JobsApplication application = JobsApplication.builder()
			.properties("redis-jobs.queues.trees.protocol=conveyor", "redis-jobs.queues.trees.lease=3s")
			.handler("trees", handler)
			.bean(JobMonitor.class, monitor)
			.run()) {
			String job = application.jobs().publish("trees", StringValue.of("job")).id();
			await().atMost(PATIENCE).until(() -> left.getCount() == 0);
			jedis.del("scheduled");
			await().atMost(Duration.ofSeconds(90)).until(() -> this.seen.equals(List.of(job, job)));
			await().atMost(PATIENCE).until(() -> !jedis.exists("jobs:active"));
		}
	}

	@Test
	void aJobCanFollowOneThatWaits() {
		try (JobsApplication application = run((job) -> this.seen.add(text(job)))) {
			application.queue("trees").pause();
			String first = application.jobs().publish("trees", StringValue.of("first")).id();
			application.jobs().publish("trees", StringValue.of("second"), (options) -> options.after(first));
			application.queue("trees").resume();
			await().atMost(PATIENCE).until(() -> this.seen.size() == 2);
			assertThat(this.seen).containsExactly("first", "second");
		}
	}

	@Test
	void whatOthersAddToARunningJobStaysThoughTheRunFails() {
		CountDownLatch running = new CountDownLatch(1);
		CountDownLatch added = new CountDownLatch(1);
		JobInvoker handler = (job) -> {
			String text = text(job);
			this.seen.add(text);
			if (text.equals("root")) {
				job.children().publish(StringValue.of("own child"));
				job.then().publish(StringValue.of("own heir"));
				running.countDown();
				added.await(30, TimeUnit.SECONDS);
				if (job.attempt() == 1) {
					throw new IllegalStateException("boom");
				}
			}
			return null;
		};
		try (JobsApplication application = run(handler, "redis-jobs.queues.trees.backoff=10ms")) {
			JobOperations jobs = application.jobs();
			String root = jobs.publish("trees", StringValue.of("root")).id();
			await().atMost(PATIENCE).until(() -> running.getCount() == 0);
			for (int i = 1; i <= 2; i++) {
				jobs.publish("trees", StringValue.of("child " + i), (options) -> options.parent(root));
				jobs.publish("trees", StringValue.of("heir " + i), (options) -> options.after(root));
			}
			String last = jobs.publish("trees", StringValue.of("heir 3"), (options) -> options.after(root)).id();
			jobs.publish("trees", StringValue.of("heir of heir 3"), (options) -> options.after(last));
			added.countDown();
			await().atMost(PATIENCE).until(() -> this.seen.contains("heir of heir 3"));
			assertThat(this.seen).containsExactly("root", "root", "child 1", "child 2", "own child", "heir 1", "heir 2",
					"heir 3", "own heir", "heir of heir 3");
		}
	}

	@Test
	void theTypeOfAMessageIsItsFullName() {
		try (JobsApplication application = run((job) -> this.seen.add(job.name()),
				"redis-jobs.queues.trees.conveyor.job-type=configured")) {
			application.jobs().publish("trees", StringValue.of("text"));
			application.jobs().publish("trees", List.of("json"));
			application.jobs().publish("trees", new byte[] { 1 }, (options) -> options.type("given"));
			await().atMost(PATIENCE).until(() -> this.seen.size() == 3);
			assertThat(this.seen).containsExactly("google.protobuf.StringValue", "configured", "given");
		}
	}

	@Test
	void theClientIsABeanWithTheSettingsOfAllQueues(Jedis jedis) {
		try (JobsApplication application = run((job) -> this.seen.add(job.id()),
				"redis-jobs.defaults.conveyor.preset=go", "redis-jobs.defaults.prefix=app:")) {
			ConveyorJob job = Conveyor.job("trees", "a").build();
			application.context().getBean(ConveyorClient.class).add(job, false);
			await().atMost(PATIENCE).until(() -> this.seen.contains(job.uuid()));
			assertThat(TestRedis.keys(jedis)).isNotEmpty().allMatch((key) -> key.startsWith("app:"));
			assertThat(application.queue("trees").role(ConveyorClient.class)).isPresent();
		}
	}

}
