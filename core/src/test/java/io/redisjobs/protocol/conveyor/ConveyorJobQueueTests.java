package io.redisjobs.protocol.conveyor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.redisjobs.Backoff;
import io.redisjobs.InvalidQueueException;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.JobState;
import io.redisjobs.ParentLink;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.BinaryJedisPubSub;
import redis.clients.jedis.Jedis;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Working a queue: taking, ending runs, retries. */
class ConveyorJobQueueTests extends ConveyorQueueFixture {

	private static NewJob newJob(String payload, JobOptions options) {
		return new NewJob(payload.getBytes(), options);
	}

	@Test
	void jobsAreTakenInTheOrderTheyWereAdded() {
		add("a", "b", "c", "d");
		assertThat(Conveyor.take(this.queue, 3)).extracting(Conveyor::name).containsExactly("a", "b", "c");
		assertThat(Conveyor.take(this.queue, 3)).extracting(Conveyor::name).containsExactly("d");
		assertThat(Conveyor.take(this.queue, 3)).isEmpty();
	}

	@Test
	void aTakenJobIsInTheKeysOfTheContract(Jedis jedis) {
		add("a");
		ConveyorReservedJob job = Conveyor.takeOne(this.queue);
		assertThat(jedis.get(("jobs:" + job.id()).getBytes())).isEqualTo(job.job().toByteArray());
		assertThat(jedis.smembers("jobs:active")).containsOnly(job.id());
		assertThat(jedis.smembers("worker:active:" + job.token())).containsOnly(job.id());
		assertThat(jedis.zrange("workers:active", 0, -1)).containsOnly(job.token());
		assertThat(jedis.zrange("queues:active", 0, -1)).containsOnly("mail");
		assertThat(job.leaseEnd()).isEqualTo(this.conveyor.clock.instant().plus(Conveyor.LEASE));
		assertThat(job.attempt()).isEqualTo(1);
		assertThat(job.maxAttempts()).isEqualTo(3);
		assertThat(job.name()).isEqualTo("test.Job");
	}

	@Test
	void aDoneJobLeavesNothingBehind(Jedis jedis) {
		add("a", "b");
		List<ConveyorReservedJob> jobs = Conveyor.take(this.queue, 2);
		assertThat(this.queue.complete(jobs.stream().map((job) -> new Completion(job, new byte[0])).toList()))
			.containsExactly(Settlement.completed(), Settlement.completed());
		this.queue.close();
		assertThat(TestRedis.keys(jedis)).isEmpty();
	}

	@Test
	void aJobIsCompletedOnce() {
		add("a");
		ConveyorReservedJob job = Conveyor.takeOne(this.queue);
		Conveyor.complete(this.queue, job);
		assertThat(Conveyor.complete(this.queue, job).outcome()).isEqualTo(Settlement.Outcome.LEASE_LOST);
	}

	@Test
	void publishedJobsCarryTheirOptions() {
		Instant runAt = this.conveyor.clock.instant().plusSeconds(60);
		List<PublishResult> results = this.queue.publish(List.of(newJob("a", new JobOptions()),
				newJob("b", new JobOptions().name("named").attempts(7)),
				newJob("c", new JobOptions().type("typed").name("named")), newJob("d", new JobOptions().runAt(runAt)),
				newJob("e", new JobOptions().delay(Duration.ofHours(1)))));
		assertThat(results).extracting(PublishResult::outcome).containsOnly(PublishResult.Outcome.ADDED);
		List<ConveyorReservedJob> taken = Conveyor.take(this.queue, 10);
		assertThat(taken).extracting(ConveyorReservedJob::name).containsExactly("mail", "named", "typed");
		assertThat(taken).extracting(ConveyorReservedJob::maxAttempts).containsExactly(3, 7, 3);
		assertThat(taken.get(0).id()).isEqualTo(results.get(0).id());
		assertThat(this.client.scheduled(0, 10)).extracting((job) -> job.runAt().orElseThrow())
			.containsExactly(runAt, this.conveyor.clock.instant().plus(Duration.ofHours(1)));
	}

	@Test
	void aChildOfAJobThatIsNotInProgressIsRefused(Jedis jedis) {
		PublishResult result = this.queue
			.publish(List.of(newJob("a", new JobOptions().parent(Conveyor.uuid("parent")))))
			.get(0);
		assertThat(result.outcome()).isEqualTo(PublishResult.Outcome.REFUSED);
		assertThat(result.detail()).contains(Conveyor.uuid("parent")).contains("not known");
		assertThatExceptionOfType(JobRefusedException.class)
			.isThrownBy(() -> this.queue.publish(List.of(newJob("a", new JobOptions().after("no uuid")))));
		assertThatExceptionOfType(JobRefusedException.class)
			.isThrownBy(() -> this.queue.publish(List.of(newJob("a", new JobOptions()
				.parent(new ParentLink(null, Conveyor.uuid("parent"), ParentLink.OnFailure.FAIL_PARENT))))));
		assertThat(TestRedis.keys(jedis)).isEmpty();
	}

	@Test
	void aFailingJobIsTriedThreeTimesTwoSecondsApart() {
		add("a");
		for (int attempt = 1; attempt <= 2; attempt++) {
			ConveyorReservedJob job = Conveyor.takeOne(this.queue);
			assertThat(job.attempt()).isEqualTo(attempt);
			assertThat(Conveyor.fail(this.queue, job, FailureAction.retry()))
				.isEqualTo(Settlement.retrying(this.conveyor.clock.instant().plusSeconds(2)));
			this.conveyor.clock.advance(Duration.ofMillis(1999));
			assertThat(this.queue.maintain(100).promoted()).isZero();
			this.conveyor.clock.advance(Duration.ofMillis(1));
			assertThat(this.queue.maintain(100).promoted()).isOne();
		}
		ConveyorReservedJob last = Conveyor.takeOne(this.queue);
		assertThat(Conveyor.fail(this.queue, last, FailureAction.retry())).isEqualTo(Settlement.failed());
		assertThat(this.client.failed(0, 10)).singleElement()
			.matches((job) -> job.retry() == 3 && job.lastFailure().equals("boom"));
		assertThat(this.queue.inspect().count(JobState.FAILED)).isOne();
		assertThat(this.queue.inspect().count(JobState.ACTIVE)).isZero();
	}

	@Test
	void theJobsOwnNumberOfAttemptsCounts() {
		this.client.add(Conveyor.job("mail", "a").maxRetries(1).build(), false);
		assertThat(Conveyor.fail(this.queue, Conveyor.takeOne(this.queue), FailureAction.retry()))
			.isEqualTo(Settlement.failed());
	}

	@Test
	void anExponentialBackoffDoublesUpToItsLimit() {
		use(ConveyorSettings.defaults()
			.withBackoff(Backoff.exponential(Duration.ofMinutes(10)), Duration.ofHours(1))
			.withMaxRetries(99));
		add("a");
		List<Long> minutes = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			Settlement settlement = Conveyor.fail(this.queue, Conveyor.takeOne(this.queue), FailureAction.retry());
			Instant due = settlement.at();
			minutes.add(Duration.between(this.conveyor.clock.instant(), due).toMinutes());
			this.conveyor.clock.advance(Duration.ofHours(1));
			this.queue.maintain(100);
		}
		assertThat(minutes).containsExactly(10L, 20L, 40L, 60L, 60L);
	}

	@Test
	void aRetryWithoutDelayGoesStraightToTheQueue() {
		add("a");
		Conveyor.fail(this.queue, Conveyor.takeOne(this.queue), FailureAction.retryAfter(Duration.ZERO));
		assertThat(Conveyor.takeOne(this.queue).attempt()).isEqualTo(2);
	}

	@Test
	void aReleasedJobIsNextAndHasLostNoAttempt() {
		add("a", "b");
		assertThat(Conveyor.fail(this.queue, Conveyor.takeOne(this.queue), FailureAction.release()))
			.isEqualTo(Settlement.released());
		ConveyorReservedJob again = Conveyor.takeOne(this.queue);
		assertThat(Conveyor.name(again)).isEqualTo("a");
		assertThat(again.attempt()).isEqualTo(1);
	}

	@Test
	void aQueueRestsIfItIsAskedTo() {
		add("a");
		Conveyor.fail(this.queue, Conveyor.takeOne(this.queue), FailureAction.releaseAndRest(Duration.ofHours(7)));
		Reservation throttled = this.queue.reserve(1, Duration.ZERO);
		assertThat(throttled.kind()).isEqualTo(Reservation.Kind.THROTTLED);
		assertThat(throttled.lookAgain()).isBetween(Duration.ofHours(6), Duration.ofHours(7));
	}

	@Test
	void aScheduledJobWaitsForItsFractionOfASecond() {
		this.client.add(
				Conveyor.job("mail", "a").runAt(this.conveyor.clock.instant().plus(Duration.ofMillis(700))).build(),
				false);
		assertThat(this.queue.maintain(100).promoted()).isZero();
		this.conveyor.clock.advance(Duration.ofMillis(700));
		assertThat(this.queue.maintain(100).promoted()).isOne();
		assertThat(Conveyor.take(this.queue, 1)).hasSize(1);
	}

	@Test
	void twoPromotersMakeOneCopy() throws InterruptedException {
		Instant runAt = this.conveyor.clock.instant().plusSeconds(1);
		for (int i = 0; i < 250; i++) {
			this.client.add(Conveyor.job("mail", "job " + i).runAt(runAt).build(), false);
		}
		this.conveyor.clock.advance(Duration.ofSeconds(2));
		JobQueue other = this.conveyor.open("mail");
		Thread thread = new Thread(() -> other.maintain(1000));
		thread.start();
		this.queue.maintain(1000);
		thread.join();
		assertThat(this.client.countQueued("mail")).isEqualTo(250);
		assertThat(this.client.countScheduled()).isZero();
	}

	@Test
	void messagesThatAreNoJobsAreSetAsideAndTheOthersRun(Jedis jedis) {
		jedis.lpush("mail".getBytes(), new byte[] { (byte) 0xff });
		jedis.lpush("mail".getBytes(), Conveyor.job("mail", "x").uuid("active").build().toByteArray());
		add("a");
		jedis.zadd("scheduled".getBytes(), 1, new byte[] { 0x0a, 0x05 });
		this.queue.maintain(100);
		assertThat(Conveyor.take(this.queue, 10)).extracting(Conveyor::name).containsExactly("a");
		assertThat(this.client.countUnreadable()).isEqualTo(3);
		assertThat(jedis.llen("failed:raw")).isEqualTo(3);
	}

	@Test
	void aQueueOfNothingButUnreadableMessagesIsEmpty(Jedis jedis) {
		for (byte i = 0; i < 5; i++) {
			jedis.lpush("mail".getBytes(), new byte[] { (byte) 0xff, i });
		}
		assertThat(this.queue.reserve(1, Duration.ZERO).kind()).isEqualTo(Reservation.Kind.EMPTY);
		assertThat(this.client.countUnreadable()).isEqualTo(5);
	}

	@Test
	void aQueueOfAnotherTypeIsAnErrorAndTakesNothing(Jedis jedis) {
		jedis.set("mail", "text");
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> this.queue.reserve(1, Duration.ZERO));
		assertThat(jedis.get("mail")).isEqualTo("text");
	}

	@Test
	void whatIsCompletedCountsEvenIfNothingCanBeTakenAfterwards(Jedis jedis) {
		add("a");
		ConveyorReservedJob job = Conveyor.takeOne(this.queue);
		jedis.set("mail", "text");
		Exchange exchange = this.queue.exchange(List.of(new Completion(job, new byte[0])), 1);
		assertThat(exchange.settlements()).containsExactly(Settlement.completed());
		assertThat(exchange.reservation().jobs()).isEmpty();
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> this.queue.exchange(List.of(), 1));
		jedis.del("mail");
	}

	@Test
	void aFailureThatCannotBeStoredLeavesTheJobWithItsWorker(Jedis jedis) {
		add("a");
		ConveyorReservedJob job = Conveyor.takeOne(this.queue);
		jedis.set("failed", "text");
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> Conveyor.fail(this.queue, job, FailureAction.fail()));
		jedis.del("failed");
		assertThat(Conveyor.fail(this.queue, job, FailureAction.fail())).isEqualTo(Settlement.failed());
	}

	@Test
	void aLeaseIsExtendedWhileTheWorkerIsKnown() {
		add("a", "b");
		List<ConveyorReservedJob> jobs = Conveyor.take(this.queue, 2);
		this.conveyor.clock.advance(Duration.ofSeconds(20));
		Instant leaseEnd = this.conveyor.clock.instant().plus(Conveyor.LEASE);
		Conveyor.complete(this.queue, jobs.get(0));
		assertThat(this.queue.extend(jobs)).extracting(Settlement::outcome)
			.containsExactly(Settlement.Outcome.LEASE_LOST, Settlement.Outcome.EXTENDED);
		assertThat(this.queue.extend(jobs).get(1).at()).isEqualTo(leaseEnd);
		this.conveyor.clock.advance(Duration.ofSeconds(20));
		assertThat(this.conveyor.open("other").maintain(100).recovered()).isZero();
	}

	@Test
	void aPausedQueueGivesNothing() {
		add("a", "b");
		this.queue.pause();
		assertThat(this.queue.inspect().paused()).isTrue();
		assertThat(this.conveyor.open("mail").reserve(1, Duration.ZERO).kind()).isEqualTo(Reservation.Kind.PAUSED);
		this.queue.resume();
		assertThat(this.queue.inspect().paused()).isFalse();
		assertThat(Conveyor.work(this.queue)).containsExactly("a", "b");
	}

	@Test
	void onlyTheQueuesOwnJobsAreCounted() {
		add("a", "b");
		this.client.add(Conveyor.job("other", "c").runAt(this.conveyor.clock.instant().plusSeconds(9)).build(), false);
		this.client.add(Conveyor.job("mail", "d").runAt(this.conveyor.clock.instant().plusSeconds(9)).build(), false);
		Conveyor.takeOne(this.queue);
		assertThat(this.queue.inspect().counts()).isEqualTo(Map.of(JobState.WAITING, 1L, JobState.DELAYED, 1L,
				JobState.ACTIVE, 1L, JobState.FAILED, 0L, JobState.WAITING_CHILDREN, 0L));
		assertThat(this.conveyor.open("other").inspect().count(JobState.DELAYED)).isOne();
	}

	@Test
	void aWaitThatNothingEndsIsEmpty() {
		assertThat(this.queue.reserve(1, Duration.ofMillis(50))).isEqualTo(Reservation.empty());
	}

	@Test
	void aWaitEndsWhenAJobArrives() {
		Set<String> seen = ConcurrentHashMap.newKeySet();
		Thread waiting = new Thread(() -> {
			while (seen.isEmpty()) {
				this.queue.reserve(1, Duration.ofSeconds(5)).jobs().forEach((job) -> seen.add(job.id()));
			}
		});
		waiting.start();
		add("a");
		await().atMost(Duration.ofSeconds(30)).until(() -> !waiting.isAlive());
		assertThat(seen).containsOnly(Conveyor.uuid("a"));
	}

	@Test
	void eventsTellWhatHappensToAJob(Jedis jedis) {
		use(ConveyorSettings.defaults().withEvents(true));
		List<ConveyorJob.Status> seen = new CopyOnWriteArrayList<>();
		BinaryJedisPubSub listener = new BinaryJedisPubSub() {
			@Override
			public void onMessage(byte[] channel, byte[] message) {
				seen.add(ConveyorJob.parse(message).status());
			}
		};
		Thread thread = new Thread(() -> jedis.subscribe(listener, "events".getBytes()));
		thread.start();
		await().atMost(Duration.ofSeconds(30)).until(listener::isSubscribed);
		try (Jedis other = TestRedis.connect()) {
			await().atMost(Duration.ofSeconds(30)).until(() -> other.pubsubNumSub("events").get("events") == 1);
		}
		add("a", "b");
		Conveyor.complete(this.queue, Conveyor.takeOne(this.queue));
		Conveyor.fail(this.queue, Conveyor.takeOne(this.queue), FailureAction.fail());
		await().atMost(Duration.ofSeconds(30)).until(() -> seen.size() == 4);
		listener.unsubscribe();
		assertThat(seen).containsExactly(ConveyorJob.Status.RUNNING, ConveyorJob.Status.COMPLETED,
				ConveyorJob.Status.RUNNING, ConveyorJob.Status.FAILED);
		await().atMost(Duration.ofSeconds(30)).until(() -> !thread.isAlive());
	}

	@Test
	void whatTheContractCannotServeIsRefusedWhenItIsOpened() {
		assertThatExceptionOfType(InvalidQueueException.class).isThrownBy(() -> this.conveyor.open("jobs:x"));
		assertThatExceptionOfType(InvalidQueueException.class).isThrownBy(() -> use(ConveyorSettings.defaults()
			.withBackoff(new Backoff("unknown", Duration.ofSeconds(1), 0), Duration.ofHours(1))));
		assertThatExceptionOfType(InvalidQueueException.class)
			.isThrownBy(() -> use(ConveyorSettings.defaults().withMaxRetries(0)));
		JedisConnectionFactory cluster = new JedisConnectionFactory(
				new RedisClusterConfiguration(List.of("127.0.0.1:1")));
		ConveyorProtocol protocol = new ConveyorProtocol(
				ContractScripts.bundled("conveyor", new ScriptRunner(cluster), ConveyorScripts.NAMES),
				this.conveyor.clock);
		assertThatExceptionOfType(InvalidQueueException.class)
			.isThrownBy(() -> protocol.open(new QueueDefinition("mail", Conveyor.LEASE, null, null)))
			.withMessageContaining("Cluster");
	}

}
