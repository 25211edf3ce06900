package io.redisjobs.protocol.conveyor;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.redisjobs.JobContext;
import io.redisjobs.JobOptions;
import io.redisjobs.JobState;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.RestoreParams;

import static org.assertj.core.api.Assertions.assertThat;

/** What one queue's upkeep does for the others, and what must not stop it. */
@ExtendWith(TestRedis.class)
class ConveyorUpkeepTests {

	private static final Duration LONGER_THAN_THE_LEASE = Conveyor.LEASE.plusSeconds(1);

	private final Conveyor conveyor = new Conveyor();

	private final ConveyorClient client = this.conveyor.client();

	@AfterEach
	void close() {
		this.conveyor.close();
	}

	@Test
	void aScheduledJobThatItsQueueCannotTakeDoesNotHoldTheOthersBack(Jedis jedis) {
		JobQueue mail = this.conveyor.open("mail");
		jedis.hset("settings", "colour", "blue");
		this.client.schedule(Conveyor.job("settings", "stuck").build(), this.conveyor.clock.instant());
		this.conveyor.clock.advance(Duration.ofSeconds(2));
		this.client.schedule(Conveyor.job("mail", "next").build(), this.conveyor.clock.instant());
		assertThat(mail.maintain(100).promoted()).isOne();
		assertThat(Conveyor.work(mail)).containsExactly("next");
		assertThat(this.client.countScheduled()).isZero();
		assertThat(jedis.hgetAll("settings")).hasSize(1);
		jedis.del("settings");
		assertThat(this.client.retryFailed(Conveyor.uuid("stuck"))).isTrue();
		assertThat(this.client.countQueued("settings")).isOne();
	}

	@Test
	void aLostJobThatCannotGoBackDoesNotHoldTheOthersBack(Jedis jedis) {
		for (String queue : new String[] { "broken", "mail", "reports" }) {
			this.client.add(Conveyor.job(queue, queue).build(), false);
			Conveyor.takeOne(this.conveyor.open(queue));
		}
		jedis.set("broken", "text");
		this.conveyor.clock.advance(LONGER_THAN_THE_LEASE);
		assertThat(this.conveyor.open("other").maintain(100).recovered()).isEqualTo(2);
		assertThat(this.client.countQueued("mail")).isOne();
		assertThat(this.client.countQueued("reports")).isOne();
		jedis.del("broken");
		this.conveyor.clock.advance(LONGER_THAN_THE_LEASE);
		assertThat(this.conveyor.open("other").maintain(100).recovered()).isOne();
		assertThat(this.client.countQueued("broken")).isOne();
	}

	@Test
	void scoresOfAnotherTimeThanTheirJobsDoNotStopPromotion(Jedis jedis) {
		JobQueue mail = this.conveyor.open("mail");
		Instant now = this.conveyor.clock.instant();
		for (int i = 0; i < 150; i++) {
			ConveyorJob early = Conveyor.job("other", "early " + i).runAt(now.plusSeconds(3600)).build();
			jedis.zadd("scheduled".getBytes(), 1, early.bytes());
		}
		this.client.schedule(Conveyor.job("mail", "due").build(), now.minusSeconds(1));
		assertThat(mail.maintain(1000).promoted()).isOne();
		assertThat(Conveyor.work(mail)).containsExactly("due");
		assertThat(jedis.zcount("scheduled", 0, now.getEpochSecond())).isZero();
		this.conveyor.clock.advance(Duration.ofHours(2));
		assertThat(mail.maintain(1000).promoted()).isEqualTo(150);
	}

	@Test
	void everyJobIsCountedAlsoWhereManyShareAKey() {
		JobQueue mail = this.conveyor.open("mail");
		Instant later = this.conveyor.clock.instant().plusSeconds(60);
		List<NewJob> others = Collections.nCopies(1500, new NewJob(new byte[0], new JobOptions().runAt(later)));
		this.conveyor.open("other").publish(others);
		mail.publish(Collections.nCopies(1200, new NewJob(new byte[0], new JobOptions().runAt(later))));
		mail.publish(Collections.nCopies(1100, new NewJob(new byte[0], new JobOptions())));
		int taken = 0;
		while (taken < 1100) {
			taken += Conveyor.take(mail, 100).size();
		}
		assertThat(mail.inspect().count(JobState.DELAYED)).isEqualTo(1200);
		assertThat(mail.inspect().count(JobState.ACTIVE)).isEqualTo(1100);
	}

	@Test
	void aRunThatNobodySpeaksOfIsRecoveredThoughItsWorkerLives() {
		JobQueue mail = this.conveyor.open("mail");
		for (String name : new String[] { "dropped", "held" }) {
			this.client.add(Conveyor.job("mail", name).build(), false);
		}
		ConveyorReservedJob dropped = Conveyor.takeOne(mail);
		ConveyorReservedJob held = Conveyor.takeOne(mail);
		for (int i = 0; i < 3; i++) {
			this.conveyor.clock.advance(Conveyor.LEASE.dividedBy(2).plusSeconds(1));
			assertThat(mail.extend(List.of(held)).get(0).outcome()).isEqualTo(Settlement.Outcome.EXTENDED);
			mail.maintain(100);
		}
		ConveyorReservedJob again = Conveyor.takeOne(mail);
		assertThat(Conveyor.name(again)).isEqualTo("dropped");
		assertThat(again.attempt()).isEqualTo(2);
		assertThat(Conveyor.take(mail, 1)).isEmpty();
		assertThat(mail.publish(List.of(childOf(dropped))).get(0).outcome())
			.isEqualTo(PublishResult.Outcome.LEASE_LOST);
		assertThat(mail.publish(List.of(childOf(again))).get(0).outcome()).isEqualTo(PublishResult.Outcome.ADDED);
		assertThat(Conveyor.complete(mail, dropped).outcome()).isEqualTo(Settlement.Outcome.LEASE_LOST);
		assertThat(mail.extend(List.of(dropped)).get(0).outcome()).isEqualTo(Settlement.Outcome.LEASE_LOST);
		assertThat(Conveyor.fail(mail, dropped, FailureAction.retry()).outcome())
			.isEqualTo(Settlement.Outcome.LEASE_LOST);
		assertThat(Conveyor.complete(mail, again)).isEqualTo(Settlement.completed());
		assertThat(Conveyor.complete(mail, held)).isEqualTo(Settlement.completed());
	}

	/** A child as the handler of a run publishes it. */
	private static NewJob childOf(ConveyorReservedJob run) {
		JobContext context = (JobContext) Proxy.newProxyInstance(JobContext.class.getClassLoader(),
				new Class<?>[] { JobContext.class },
				(proxy, method, arguments) -> method.getName().equals("as") ? Optional.of(run) : null);
		return new NewJob(new byte[0], new JobOptions().parent(run.id()).publishedBy(context));
	}

	@Test
	void aRunThatAnOlderStateOfRedisBringsBackIsRecovered(Jedis jedis) {
		JobQueue mail = this.conveyor.open("mail");
		this.client.add(Conveyor.job("mail", "a").build(), false);
		ConveyorReservedJob job = Conveyor.takeOne(mail);
		Map<String, byte[]> before = new HashMap<>();
		TestRedis.keys(jedis).forEach((key) -> before.put(key, jedis.dump(key)));
		assertThat(Conveyor.complete(mail, job)).isEqualTo(Settlement.completed());
		before.forEach((key, state) -> jedis.restore(key, 0, state, RestoreParams.restoreParams().replace()));
		assertThat(mail.maintain(100).recovered()).isOne();
		assertThat(Conveyor.work(mail)).containsExactly("a");
	}

	@Test
	void howOftenAJobIsTriedIsSaidByItsOwnQueue() {
		ConveyorSettings patient = ConveyorSettings.defaults().withMaxRetries(2);
		JobQueue hasty = this.conveyor.open("hasty", ConveyorSettings.defaults().withMaxRetries(1));
		this.client.add(Conveyor.job("patient", "a").build(), false);
		for (int attempt = 1; attempt <= 2; attempt++) {
			ConveyorReservedJob job = Conveyor.takeOne(this.conveyor.open("patient", patient));
			assertThat(job.attempt()).isEqualTo(attempt);
			assertThat(job.refusal()).isEmpty();
			this.conveyor.clock.advance(LONGER_THAN_THE_LEASE);
			assertThat(hasty.maintain(100).recovered()).isOne();
		}
		JobQueue own = this.conveyor.open("patient", patient);
		ConveyorReservedJob over = Conveyor.takeOne(own);
		assertThat(over.refusal()).hasValueSatisfying((reason) -> assertThat(reason).contains("2 attempts"));
		Conveyor.fail(own, over, FailureAction.fail());
		assertThat(this.client.countFailed()).isOne();
	}

}
