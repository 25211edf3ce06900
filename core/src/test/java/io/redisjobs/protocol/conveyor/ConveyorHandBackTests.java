package io.redisjobs.protocol.conveyor;

import java.time.Duration;

import io.redisjobs.UnfitJobException;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.RedisDump;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;

/** What a job that is handed back for another worker leaves in Redis. */
class ConveyorHandBackTests extends ConveyorQueueFixture {

	private Settlement handBack(ConveyorReservedJob job, int most) {
		return this.queue.fail(new Failure(job, new UnfitJobException("Nobody knows it"),
				FailureAction.handBack(most, Duration.ofSeconds(5))));
	}

	private ConveyorReservedJob takeLater() {
		this.conveyor.clock.advance(Duration.ofSeconds(10));
		this.queue.maintain(100);
		return Conveyor.takeOne(this.queue);
	}

	@Test
	void aJobThatIsHandedBackIsScheduledWithoutAnAttempt(Jedis jedis) {
		add("a");
		Settlement settlement = handBack(Conveyor.takeOne(this.queue), 20);
		assertThat(settlement.outcome()).isEqualTo(Settlement.Outcome.HANDED_BACK);
		assertThat(settlement.at()).isEqualTo(this.conveyor.clock.instant().plusSeconds(5));
		assertThat(jedis.zrangeWithScores("scheduled", 0, -1)).singleElement()
			.satisfies((job) -> assertThat(job.getScore()).isEqualTo(settlement.at().toEpochMilli() / 1000.0));
		ConveyorJob stored = ConveyorJob.parse(jedis.zrange("scheduled".getBytes(), 0, -1).get(0));
		assertThat(stored.retry()).isZero();
		assertThat(stored.lastFailure()).isEqualTo("Nobody knows it");
		assertThat(RedisDump.of(jedis, "job*")).isEmpty();
		assertThat(takeLater().attempt()).isOne();
	}

	@Test
	void aParentWaitsForAChildThatIsHandedBack(Jedis jedis) {
		add("parent");
		ConveyorReservedJob parent = Conveyor.takeOne(this.queue);
		this.client.add(Conveyor.job("mail", "child").parentUuid(parent.id()).build(), false);
		this.client.add(Conveyor.job("mail", "heir").predecessorUuid(parent.id()).build(), false);
		Conveyor.complete(this.queue, parent);
		ConveyorReservedJob child = Conveyor.takeOne(this.queue);
		handBack(child, 20);
		assertThat(Conveyor.take(this.queue, 1)).isEmpty();
		assertThat(jedis.exists("jobs:" + parent.id())).isTrue();
		Conveyor.complete(this.queue, takeLater());
		assertThat(Conveyor.name(Conveyor.takeOne(this.queue))).isEqualTo("heir");
	}

	@Test
	void childrenThatOthersHaveAddedStayForTheNextRun() {
		add("parent");
		this.client.add(Conveyor.job("mail", "child").parentUuid(Conveyor.uuid("parent")).build(), false);
		handBack(Conveyor.takeOne(this.queue), 20);
		Conveyor.complete(this.queue, takeLater());
		assertThat(Conveyor.name(Conveyor.takeOne(this.queue))).isEqualTo("child");
	}

	@Test
	void aJobThatNobodyTookFailsWithTheReasonAndHowOftenItWentBack() {
		add("a");
		handBack(Conveyor.takeOne(this.queue), 1);
		assertThat(handBack(takeLater(), 1)).isEqualTo(Settlement.failed());
		assertThat(this.client.failed(0, 10)).singleElement()
			.satisfies((job) -> assertThat(job.lastFailure())
				.isEqualTo("Nobody knows it (handed back for another worker once before)"));
	}

}
