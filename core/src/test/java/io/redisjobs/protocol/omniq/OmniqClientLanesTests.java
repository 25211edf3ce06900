package io.redisjobs.protocol.omniq;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;

/** What is in the lanes of a queue, and who cleans up there. */
class OmniqClientLanesTests extends OmniqClientFixture {

	@Test
	void reapingCleansUpAnIdWithoutAJob(Jedis jedis) {
		publish("j", 1000);
		reserve(NOW);
		jedis.del("{emails}:job:j");
		assertThat(this.client.reapExpired(QUEUE, 1000, NOW + 1000)).isOne();
		assertThat(jedis.exists("{emails}:active", "{emails}:job:j", "{emails}:idx:active")).isZero();
	}

	@Test
	void idsWithoutAJobAreSkipped(Jedis jedis) {
		publish("ghost", 1000);
		publish("real", 1000);
		jedis.del("{emails}:job:ghost");
		assertThat(reserve(NOW).jobId()).isEqualTo("real");
		assertThat(jedis.exists("{emails}:job:ghost")).isFalse();
	}

	@Test
	void anIdThatIsInLineTwiceRunsOnce(Jedis jedis) {
		publish("j", 1000);
		jedis.rpush("{emails}:wait", "j");
		assertThat(reserve(NOW).jobId()).isEqualTo("j");
		assertThat(this.client.reserve(QUEUE, NOW)).isInstanceOf(OmniqReserveResult.Empty.class);
		assertThat(jedis.exists("{emails}:wait")).isFalse();
	}

	@Test
	void aDelayedIdWithoutAJobIsDropped(Jedis jedis) {
		this.client.publish(QUEUE, PAYLOAD, OmniqPublishOptions.defaults().withJobId("d").withDueMs(NOW + 10), NOW);
		jedis.del("{emails}:job:d");
		assertThat(this.client.promoteDelayed(QUEUE, 1000, NOW + 10)).isOne();
		assertThat(jedis.exists("{emails}:job:d", "{emails}:wait", "{emails}:delayed")).isZero();
	}

	@Test
	void upkeepOfManyJobsIsCountedInAll() {
		for (int i = 0; i < 450; i++) {
			this.client.publish(QUEUE, List.of(i), OmniqPublishOptions.defaults().withDueMs(NOW + 1).withMaxAttempts(1),
					NOW);
		}
		assertThat(this.client.promoteDelayed(QUEUE, 430, NOW + 1)).isEqualTo(430);
		assertThat(this.client.promoteDelayed(QUEUE, 430, NOW + 1)).isEqualTo(20);
		assertThat(this.client.reserveMany(QUEUE, 450, NOW + 1)).hasSize(450);
		assertThat(this.client.reapExpired(QUEUE, 400, NOW + 100_000)).isEqualTo(400);
		assertThat(this.client.reapExpired(QUEUE, 1000, NOW + 100_000)).isEqualTo(50);
		assertThat(this.client.monitor().lane(QUEUE, OmniqLane.FAILED, 449, 2, false)).hasSize(1);
	}

	@Test
	void oldCompletedJobsAreForgotten(Jedis jedis) {
		OmniqClient keepingTwo = this.fixture.client(OmniqSettings.defaults().withKept(2, 1));
		for (int i = 1; i <= 4; i++) {
			publish("j" + i, 1000);
			keepingTwo.ackSuccess(QUEUE, "j" + i, reserve(NOW).leaseToken(), NOW);
		}
		assertThat(jedis.lrange("{emails}:completed", 0, -1)).containsExactly("j4", "j3");
		assertThat(jedis.keys("{emails}:job:*")).hasSize(2);
		for (int i = 1; i <= 2; i++) {
			this.client.publish(QUEUE, PAYLOAD, OmniqPublishOptions.defaults().withJobId("f" + i).withMaxAttempts(1),
					NOW);
			keepingTwo.ackFail(QUEUE, "f" + i, reserve(NOW).leaseToken(), "no", NOW);
		}
		assertThat(jedis.lrange("{emails}:failed", 0, -1)).containsExactly("f2");
	}

	@Test
	void nothingIsKeptOfCompletedJobsIfSaidSo(Jedis jedis) {
		OmniqClient keepingNone = this.fixture.client(OmniqSettings.defaults().withKept(0, -1));
		publishGrouped("j", "g", 1);
		keepingNone.ackSuccess(QUEUE, "j", reserve(NOW).leaseToken(), NOW);
		assertThat(jedis.keys("{emails}:job:*")).isEmpty();
		assertThat(jedis.exists("{emails}:completed", "{emails}:idx:completed", "{emails}:g:g:inflight")).isZero();
	}

	@Test
	void aFailedJobIsRetriedWithAllItsAttempts(Jedis jedis) {
		fail("f");
		publish("w", 1000);
		this.client.retryFailed(QUEUE, "f");
		assertCode(OmniqCode.NOT_FAILED, () -> this.client.retryFailed(QUEUE, "f"));
		assertCode(OmniqCode.NO_JOB, () -> this.client.retryFailed(QUEUE, "missing"));
		assertThat(jedis.lrange("{emails}:wait", 0, -1)).containsExactly("w", "f");
		assertThat(jedis.hgetAll("{emails}:job:f")).containsEntry("attempt", "0")
			.containsEntry("failed_ms", "")
			.containsEntry("last_error", "no");
	}

	@Test
	void failedJobsAreRetriedInBatches() {
		fail("f1");
		fail("f2");
		publish("w", 1000);
		assertThat(this.client.retryFailed(QUEUE, List.of("f1", "w", " ", "missing", "f2"), NOW))
			.extracting(OmniqOutcome::error)
			.containsExactly(null, OmniqCode.NOT_FAILED, OmniqCode.BAD_JOB_ID, OmniqCode.NO_JOB, null);
		List<String> tooMany = IntStream.rangeClosed(1, 101).mapToObj(String::valueOf).toList();
		assertCode(OmniqCode.BATCH_TOO_LARGE, () -> this.client.retryFailed(QUEUE, tooMany, NOW));
		assertCode(OmniqCode.BAD_ARGS, () -> this.client.retryFailed(QUEUE, List.of(), NOW));
	}

	@Test
	void aJobIsRemovedOnlyFromTheLaneItIsIn() {
		publish("active", 1000);
		reserve(NOW);
		publish("plain", 1000);
		publishGrouped("grouped", "g", 1);
		this.client.publish(QUEUE, PAYLOAD, OmniqPublishOptions.defaults().withJobId("delayed").withDueMs(NOW + 1000),
				NOW);
		List<String> ids = List.of("plain", "missing", "grouped", "active", "delayed");
		assertThat(this.client.removeJobs(QUEUE, ids, OmniqLane.WAIT, NOW)).extracting(OmniqOutcome::error)
			.containsExactly(null, OmniqCode.NO_JOB, OmniqCode.NOT_IN_LANE, OmniqCode.ACTIVE, OmniqCode.LANE_MISMATCH);
		this.client.removeJob(QUEUE, "grouped", OmniqLane.GWAIT);
		this.client.removeJob(QUEUE, "delayed", OmniqLane.DELAYED);
		assertCode(OmniqCode.BAD_LANE, () -> this.client.removeJob(QUEUE, "active", OmniqLane.ACTIVE));
		assertThat(this.client.monitor().groupsReady(QUEUE, 10)).isEmpty();
	}

	@Test
	void finishedJobsAreRemoved(Jedis jedis) {
		fail("f");
		publish("c", 1000);
		this.client.ackSuccess(QUEUE, "c", reserve(NOW).leaseToken(), NOW);
		assertCode(OmniqCode.LANE_MISMATCH, () -> this.client.removeJob(QUEUE, "c", OmniqLane.FAILED));
		assertCode(OmniqCode.LANE_MISMATCH, () -> this.client.removeJob(QUEUE, "f", OmniqLane.GWAIT));
		this.client.removeJob(QUEUE, "c", OmniqLane.COMPLETED);
		this.client.removeJob(QUEUE, "f", OmniqLane.FAILED);
		assertThat(jedis.keys("{emails}:job:*")).isEmpty();
	}

	@Test
	void theMonitorReadsQueuesStatsLanesAndGroups() {
		publish("u1", 1000);
		publish("u2", 1000);
		publishGrouped("g1", "g", 2);
		OmniqMonitor monitor = this.client.monitor();
		assertThat(monitor.queues()).containsExactly(QUEUE);
		assertThat(monitor.stats(QUEUE).counts()).isEqualTo(new OmniqStats.Counts(2, 1, 3, 0, 0, 0, 0));
		assertThat(monitor.stats(List.of(QUEUE, "none")).get("none").counts().waitingTotal()).isZero();
		assertThat(monitor.lane(QUEUE, OmniqLane.WAIT, 0, 2, false)).extracting(OmniqJob::id)
			.containsExactly("g1", "u1");
		assertThat(monitor.lane(QUEUE, OmniqLane.WAIT, 2, 2, false)).extracting(OmniqJob::id).containsExactly("u2");
		assertThat(monitor.lane(QUEUE, OmniqLane.WAIT, 0, 1, true)).extracting(OmniqJob::id).containsExactly("u2");
		assertThat(monitor.group(QUEUE, "g")).isEqualTo(new OmniqGroup("g", 0, 2, 1, NOW));
		assertThat(monitor.groupsReady(QUEUE, 10)).extracting(OmniqGroup::gid).containsExactly("g");
		assertThat(monitor.job(QUEUE, "g1").orElseThrow().gid()).isEqualTo("g");
		assertThat(monitor.job(QUEUE, "missing")).isEmpty();
		assertThat(monitor.overview(QUEUE, 10).get(OmniqLane.WAIT)).hasSize(3);
	}

}
