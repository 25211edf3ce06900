package io.redisjobs.protocol.conveyor;

import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.conveyor.ConveyorSettings.Preset;
import io.redisjobs.test.RedisProcess;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/** Adding by the contract's rules, and the operator's calls. */
@ExtendWith(TestRedis.class)
class ConveyorClientTests {

	private static final String PARENT = Conveyor.uuid("parent");

	private static final String PREDECESSOR = Conveyor.uuid("predecessor");

	private Conveyor conveyor = new Conveyor(ConveyorSettings.defaults().withVerifyParent(false));

	private ConveyorClient client = this.conveyor.client();

	@AfterEach
	void close() {
		this.conveyor.close();
	}

	private void use(ConveyorSettings settings) {
		this.conveyor.close();
		this.conveyor = new Conveyor(settings);
		this.client = this.conveyor.client();
	}

	private static ConveyorJob.Builder job(String name) {
		return Conveyor.job("mail", name);
	}

	private Instant in(Duration time) {
		return this.conveyor.clock.instant().plus(time);
	}

	private static List<byte[]> list(Jedis jedis, String key) {
		return jedis.lrange(key.getBytes(), 0, -1);
	}

	@Test
	void addingWaitsNoLongerThanItsLimit() {
		try (RedisProcess redis = RedisProcess.start()) {
			JedisConnectionFactory connections = new JedisConnectionFactory(
					new RedisStandaloneConfiguration("127.0.0.1", redis.port()));
			connections.afterPropertiesSet();
			connections.start();
			ConveyorClient client = this.conveyor.client(connections);
			Duration limit = Duration.ofMillis(200);
			ConveyorJob job = Conveyor.job("mail", "a").build();
			assertThat(client.add(job, false, Duration.ofSeconds(30))).isEqualTo(job.uuid());
			redis.stall(Duration.ofSeconds(3));
			assertThatExceptionOfType(ConveyorException.Storage.class)
				.isThrownBy(() -> client.add(Conveyor.job("mail", "b").build(), false, limit))
				.matches(ConveyorException.Storage::recoverable);
			assertThatExceptionOfType(ConveyorException.InvalidJob.class)
				.isThrownBy(() -> client.add(null, false, limit));
			await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> client.countQueued("mail") == 2);
			connections.destroy();
		}
	}

	@Test
	void addingEndsWhenItsThreadIsInterrupted() throws Exception {
		try (ServerSocket silent = new ServerSocket(0)) {
			JedisConnectionFactory connections = new JedisConnectionFactory(
					new RedisStandaloneConfiguration("127.0.0.1", silent.getLocalPort()),
					JedisClientConfiguration.builder().readTimeout(Duration.ofMinutes(2)).build());
			connections.afterPropertiesSet();
			connections.start();
			ConveyorClient client = this.conveyor.client(connections);
			FutureTask<Throwable> adding = new FutureTask<>(() -> {
				Throwable refusal = catchThrowable(() -> client.add(job("a").build(), false, Duration.ofHours(1)));
				assertThat(Thread.interrupted()).isTrue();
				return refusal;
			});
			Thread thread = new Thread(adding);
			thread.start();
			await().atMost(Duration.ofSeconds(60)).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
			thread.interrupt();
			assertThat(adding.get(60, TimeUnit.SECONDS)).isInstanceOf(ConveyorException.Storage.class);
			connections.destroy();
		}
	}

	@Test
	void whoeverHasNoTimeLeftAddsNothing() {
		for (Duration none : new Duration[] { Duration.ZERO, Duration.ofMillis(-1) }) {
			assertThatExceptionOfType(ConveyorException.Storage.class)
				.isThrownBy(() -> this.client.add(job("late").build(), false, none))
				.matches(ConveyorException.Storage::recoverable);
		}
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(ConveyorException.Storage.class)
			.isThrownBy(() -> this.client.add(job("cancelled").build(), false, Duration.ofHours(1)));
		assertThat(Thread.interrupted()).isTrue();
		await().during(Duration.ofMillis(300)).until(() -> this.client.countQueued("mail") == 0);
		assertThat(this.client.add(job("patient").build(), false, ChronoUnit.FOREVER.getDuration()))
			.isEqualTo(Conveyor.uuid("patient"));
	}

	@Test
	void aPlainJobGoesToItsQueue(Jedis jedis) {
		ConveyorJob job = job("a").build();
		assertThat(this.client.add(job, false)).isEqualTo(job.uuid());
		assertThat(list(jedis, "mail")).containsExactly(job.toByteArray());
		assertThat(TestRedis.keys(jedis)).containsOnly("mail");
	}

	@Test
	void aJobWithoutIdGetsOne(Jedis jedis) {
		String uuid = this.client.add(job("a").uuid("").build(), false);
		assertThat(uuid).hasSize(36);
		assertThat(ConveyorJob.parse(list(jedis, "mail").get(0)).uuid()).isEqualTo(uuid);
	}

	@Test
	void laterJobsGoBehindEarlierOnes(Jedis jedis) {
		ConveyorJob first = job("a").build();
		ConveyorJob second = job("b").build();
		this.client.add(first, false);
		this.client.add(second, false);
		assertThat(list(jedis, "mail")).containsExactly(second.toByteArray(), first.toByteArray());
	}

	@Test
	void aChildGoesToItsParentsChildrenWhateverElseItSays(Jedis jedis) {
		ConveyorJob job = job("a").parentUuid(PARENT)
			.predecessorUuid(PREDECESSOR)
			.runAt(in(Duration.ofHours(1)))
			.build();
		this.client.add(job, false);
		assertThat(list(jedis, "jobs:" + PARENT + ":children")).containsExactly(job.toByteArray());
		assertThat(TestRedis.keys(jedis)).hasSize(1);
	}

	@Test
	void aHeirGoesToItsPredecessorsList(Jedis jedis) {
		ConveyorJob job = job("a").predecessorUuid(PREDECESSOR).runAt(in(Duration.ofHours(1))).build();
		this.client.add(job, false);
		assertThat(list(jedis, "jobs:" + PREDECESSOR + ":onComplete")).containsExactly(job.toByteArray());
		assertThat(TestRedis.keys(jedis)).hasSize(1);
	}

	@Test
	void aLaterJobIsScheduledByWholeSeconds(Jedis jedis) {
		ConveyorJob job = job("a").runAt(Instant.parse("2026-04-04T11:00:00.750Z")).build();
		this.client.add(job, false);
		assertThat(jedis.zscore("scheduled".getBytes(), job.toByteArray()))
			.isEqualTo(Instant.parse("2026-04-04T11:00:00Z").getEpochSecond());
		assertThat(TestRedis.keys(jedis)).hasSize(1);
	}

	@Test
	void aJobWhoseTimeHasComeGoesToItsQueue(Jedis jedis) {
		ConveyorJob job = job("a").runAt(in(Duration.ZERO)).build();
		this.client.add(job, false);
		assertThat(list(jedis, "mail")).containsExactly(job.toByteArray());
	}

	@Test
	void aChildOfADeadParentGoesToItsQueueAndIsKnownAsReleased(Jedis jedis) {
		ConveyorJob job = job("a").parentUuid(PARENT).predecessorUuid(PREDECESSOR).build();
		this.client.add(job, true);
		assertThat(list(jedis, "mail")).containsExactly(job.toByteArray());
		assertThat(jedis.smembers("jobs:" + PARENT + ":active")).containsOnly(job.uuid());
		assertThat(TestRedis.keys(jedis)).hasSize(2);
	}

	@Test
	void aLaterChildOfADeadParentIsScheduled(Jedis jedis) {
		ConveyorJob job = job("a").parentUuid(PARENT).runAt(in(Duration.ofMinutes(1))).build();
		this.client.add(job, true);
		assertThat(TestRedis.keys(jedis)).containsOnly("scheduled");
	}

	@Test
	void aHeirOfADeadPredecessorGoesToItsQueue(Jedis jedis) {
		this.client.add(job("a").predecessorUuid(PREDECESSOR).build(), true);
		assertThat(TestRedis.keys(jedis)).containsOnly("mail");
	}

	@Test
	void theSingleStepsPutAJobWhereTheySay(Jedis jedis) {
		this.client.push(job("a").parentUuid(PARENT).build());
		this.client.schedule(job("b").build(), in(Duration.ofSeconds(9)));
		this.client.addToParent(job("c").parentUuid(PARENT).build());
		this.client.addToPredecessor(job("d").predecessorUuid(PREDECESSOR).build());
		assertThat(TestRedis.keys(jedis)).containsOnly("mail", "scheduled", "jobs:" + PARENT + ":children",
				"jobs:" + PREDECESSOR + ":onComplete");
		refused((client) -> client.addToParent(job("e").build()));
		refused((client) -> client.addToPredecessor(job("f").build()));
	}

	@Test
	void jobsThatCannotBeAddedAreRefusedBeforeRedisIsTouched(Jedis jedis) {
		refused((client) -> client.add(null, false));
		refused((client) -> client.add(job("a").queue(" ").build(), false));
		refused((client) -> client.add(job("a").type("").build(), false));
		refused((client) -> client.add(job("a").uuid("active").build(), false));
		refused((client) -> client.add(job("a").parentUuid("x:children").build(), false));
		refused((client) -> client.add(job("a").parentUuid(Conveyor.uuid("a")).build(), false));
		for (String queue : List.of("scheduled", "failed", "closing", "jobs:x", "job:x", "workers", "queues:x")) {
			refused((client) -> client.add(job("a").queue(queue).build(), false));
		}
		assertThat(TestRedis.keys(jedis)).isEmpty();
	}

	private void refused(Consumer<ConveyorClient> call) {
		assertThatExceptionOfType(ConveyorException.InvalidJob.class).isThrownBy(() -> call.accept(this.client));
	}

	@Test
	void aChildOfAJobThatIsNotInProgressIsRefusedUnlessSwitchedOff(Jedis jedis) {
		use(ConveyorSettings.defaults());
		refused((client) -> client.add(job("a").parentUuid(PARENT).build(), false));
		refused((client) -> client.add(job("a").predecessorUuid(PREDECESSOR).build(), false));
		assertThat(TestRedis.keys(jedis)).isEmpty();
		jedis.set("jobs:" + PARENT, "in progress");
		this.client.add(job("a").parentUuid(PARENT).build(), false);
		assertThat(jedis.llen("jobs:" + PARENT + ":children")).isOne();
	}

	@Test
	void aKeyOfAnotherTypeIsAFatalStorageErrorAndNothingIsHalfDone(Jedis jedis) {
		jedis.set("mail", "text");
		assertThatExceptionOfType(ConveyorException.Storage.class)
			.isThrownBy(() -> this.client.add(job("a").parentUuid(PARENT).build(), true))
			.matches((ex) -> !ex.recoverable());
		assertThat(TestRedis.keys(jedis)).containsOnly("mail");
	}

	@Test
	void aRedisThatIsNotThereIsARecoverableStorageError() {
		JedisConnectionFactory nowhere = new JedisConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", 1));
		nowhere.afterPropertiesSet();
		nowhere.start();
		try {
			assertThatExceptionOfType(ConveyorException.Storage.class)
				.isThrownBy(() -> this.conveyor.client(nowhere).add(job("a").build(), false))
				.matches(ConveyorException.Storage::recoverable);
		}
		finally {
			nowhere.destroy();
		}
	}

	@Test
	void thePresetOfTheGoProjectUsesItsNames(Jedis jedis) {
		use(ConveyorSettings.defaults().withPreset(Preset.GO).withVerifyParent(false));
		this.client.add(job("a").queue("scheduled").build(), false);
		this.client.add(job("b").runAt(in(Duration.ofSeconds(3))).build(), false);
		this.client.add(job("c").parentUuid(PARENT).build(), false);
		this.client.add(job("d").parentUuid(PARENT).build(), true);
		this.client.add(job("e").predecessorUuid(PARENT).build(), false);
		assertThat(TestRedis.keys(jedis)).containsOnly("conv:queue:scheduled", "conv:queue:mail", "conv:scheduled",
				"conv:job:" + PARENT + ":children", "conv:job:" + PARENT + ":active",
				"conv:job:" + PARENT + ":onComplete");
	}

	@Test
	void aPrefixGoesBeforeEveryKey(Jedis jedis) {
		use(ConveyorSettings.defaults().withPrefix("app1:"));
		this.client.add(job("a").build(), false);
		assertThat(TestRedis.keys(jedis)).containsOnly("app1:mail");
	}

	@Test
	void aFailedJobStartsAfreshWhenItIsRetried() {
		JobQueue queue = this.conveyor.open("mail");
		this.client.add(job("a").build(), false);
		Conveyor.fail(queue, Conveyor.takeOne(queue), FailureAction.fail());
		assertThat(this.client.failed(0, 10)).extracting(ConveyorJob::lastFailure).containsExactly("boom");
		assertThat(this.client.retryFailed(Conveyor.uuid("other"))).isFalse();
		assertThat(this.client.retryFailed(Conveyor.uuid("a"))).isTrue();
		assertThat(this.client.retryFailed(Conveyor.uuid("a"))).isFalse();
		assertThat(this.client.countFailed()).isZero();
		assertThat(Conveyor.takeOne(queue).attempt()).isEqualTo(1);
	}

	@Test
	void aJobIsRemovedByItsBytes(Jedis jedis) {
		ConveyorJob queued = job("a").build();
		ConveyorJob later = job("b").runAt(in(Duration.ofHours(1))).build();
		this.client.add(queued, false);
		this.client.add(later, false);
		assertThat(this.client.queued("mail", 0, 10)).containsExactly(queued);
		assertThat(this.client.scheduled(0, 10)).containsExactly(later);
		assertThat(Map.of("queued", this.client.countQueued("mail"), "scheduled", this.client.countScheduled()))
			.isEqualTo(Map.of("queued", 1L, "scheduled", 1L));
		assertThat(this.client.removeQueued(queued.toBuilder().retry(1).build())).isFalse();
		assertThat(this.client.removeQueued(queued)).isTrue();
		assertThat(this.client.removeScheduled(later)).isTrue();
		assertThat(this.client.removeScheduled(later)).isFalse();
		assertThat(TestRedis.keys(jedis)).isEmpty();
	}

}
