package io.redisjobs.protocol.conveyor;

import java.time.Duration;
import java.util.List;

import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What becomes of the jobs of workers that are lost. */
class ConveyorRecoveryTests extends ConveyorQueueFixture {

	@Test
	void aJobOfALostWorkerGoesBackAndTheWorkerCannotEndIt(Jedis jedis) {
		add("a");
		ConveyorReservedJob lost = Conveyor.takeOne(this.queue);
		this.conveyor.clock.advance(Duration.ofSeconds(31));
		JobQueue other = this.conveyor.open("mail");
		assertThat(other.maintain(100)).isEqualTo(new MaintenanceReport(0, 1, 0, 0, false, Duration.ofSeconds(1)));
		assertThat(this.queue.extend(List.of(lost)).get(0).outcome()).isEqualTo(Settlement.Outcome.LEASE_LOST);
		assertThat(Conveyor.complete(this.queue, lost).outcome()).isEqualTo(Settlement.Outcome.LEASE_LOST);
		assertThat(Conveyor.fail(this.queue, lost, FailureAction.retry()).outcome())
			.isEqualTo(Settlement.Outcome.LEASE_LOST);
		ConveyorReservedJob again = Conveyor.takeOne(this.queue);
		assertThat(again.attempt()).isEqualTo(2);
		assertThat(again.token()).isNotEqualTo(lost.token());
		assertThat(Conveyor.complete(this.queue, lost).outcome()).isEqualTo(Settlement.Outcome.LEASE_LOST);
		assertThat(Conveyor.complete(this.queue, again)).isEqualTo(Settlement.completed());
		this.conveyor.close();
		assertThat(TestRedis.keys(jedis)).isEmpty();
	}

	@Test
	void aJobThatKeepsKillingItsWorkersFailsForGood() {
		add("a");
		int recovered = 0;
		int failed = 0;
		for (int i = 0; i < 3; i++) {
			Conveyor.takeOne(this.conveyor.open("mail"));
			this.conveyor.clock.advance(Duration.ofSeconds(31));
			MaintenanceReport report = this.queue.maintain(100);
			recovered += report.recovered();
			failed += report.failed();
		}
		assertThat(List.of(recovered, failed)).containsExactly(2, 1);
		assertThat(this.client.failed(0, 10)).singleElement()
			.matches((job) -> job.lastFailure().contains("worker was lost"));
	}

	@Test
	void lostWorkersNeedNotCount() {
		use(ConveyorSettings.defaults().withCountCrashes(false));
		add("a");
		for (int i = 0; i < 5; i++) {
			assertThat(Conveyor.takeOne(this.conveyor.open("mail")).attempt()).isEqualTo(1);
			this.conveyor.clock.advance(Duration.ofSeconds(31));
			assertThat(this.queue.maintain(100).recovered()).isOne();
		}
	}

	@Test
	void aClosedWorkerWithJobsIsRecoveredAtOnce() {
		add("a");
		JobQueue closed = this.conveyor.open("mail");
		Conveyor.takeOne(closed);
		closed.close();
		assertThat(this.queue.maintain(100).recovered()).isOne();
	}

	@Test
	void whatAWorkerHadInHandIsTakenOverInOrder(Jedis jedis) {
		add("a", "b", "c");
		MortalConnections mortal = new MortalConnections(this.conveyor.connections(), 1);
		JobQueue dying = this.conveyor.open("mail", mortal.factory());
		assertThatExceptionOfType(MortalConnections.Death.class).isThrownBy(() -> Conveyor.take(dying, 2));
		assertThat(jedis.llen("mail")).isOne();
		this.conveyor.clock.advance(Duration.ofSeconds(31));
		this.queue.maintain(100);
		assertThat(Conveyor.work(this.queue)).containsExactly("a", "b", "c");
		this.conveyor.close();
		assertThat(TestRedis.keys(jedis)).isEmpty();
	}

	@Test
	void whatAnInterruptedCallLeftInHandComesFirst() {
		add("a", "b", "c");
		MortalConnections unlucky = new MortalConnections(this.conveyor.connections(), 1);
		JobQueue worker = this.conveyor.open("mail", unlucky.factory());
		assertThatExceptionOfType(MortalConnections.Death.class).isThrownBy(() -> Conveyor.take(worker, 2));
		unlucky.revive();
		assertThat(Conveyor.take(worker, 3)).extracting(Conveyor::name).containsExactly("a", "b");
		assertThat(Conveyor.take(worker, 3)).extracting(Conveyor::name).containsExactly("c");
	}

	@Test
	void aJobIsCompletedThoughClosingItMeetsAnError() {
		add("a");
		MortalConnections unlucky = new MortalConnections(this.conveyor.connections(), Integer.MAX_VALUE);
		JobQueue worker = this.conveyor.open("mail", unlucky.factory());
		ConveyorReservedJob job = Conveyor.takeOne(worker);
		this.client.add(Conveyor.job("mail", "child").parentUuid(job.id()).build(), false);
		unlucky.dieAfter(1);
		assertThat(Conveyor.complete(worker, job)).isEqualTo(Settlement.completed());
		assertThat(unlucky.dead()).isTrue();
		unlucky.revive();
		assertThat(Conveyor.take(worker, 1)).isEmpty();
		this.conveyor.clock.advance(Duration.ofSeconds(31));
		this.queue.maintain(100);
		assertThat(Conveyor.work(this.queue)).containsExactly("child");
	}

	@Test
	void aLostRunWithoutAJobIsDroppedAndOneThatCannotBeReadIsPutAside(Jedis jedis) {
		add("missing", "empty", "unreadable", "whole");
		Conveyor.take(this.queue, 4);
		jedis.del("jobs:" + Conveyor.uuid("missing"));
		jedis.set("jobs:" + Conveyor.uuid("empty"), "");
		jedis.set("jobs:" + Conveyor.uuid("unreadable"), "text");
		this.conveyor.clock.advance(Duration.ofSeconds(31));
		JobQueue other = this.conveyor.open("mail");
		assertThat(other.maintain(100)).isEqualTo(new MaintenanceReport(0, 1, 1, 0, false, Duration.ofSeconds(1)));
		assertThat(jedis.lrange("failed:raw", 0, -1)).containsExactly("text");
		assertThat(jedis.exists("jobs:active")).isFalse();
		assertThat(Conveyor.work(other)).containsExactly("whole");
	}

}
