package io.redisjobs.protocol.conveyor;

import java.time.Duration;

import io.redisjobs.protocol.FailureWish;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

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
		Conveyor.fail(own, over, FailureWish.bury());
		assertThat(this.client.countFailed()).isOne();
	}

}
