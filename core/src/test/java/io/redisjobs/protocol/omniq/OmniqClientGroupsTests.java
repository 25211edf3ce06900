package io.redisjobs.protocol.omniq;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;

/** Groups share a queue in turns and within their limits. */
class OmniqClientGroupsTests extends OmniqClientFixture {

	@Test
	void groupsAndTheUngroupedLaneTakeTurns(Jedis jedis) {
		publishGrouped("a1", "a", 1);
		publishGrouped("a2", "a", 5);
		publishGrouped("b1", "b", 0);
		publish("u1", 1000);
		OmniqReserveResult.Job first = reserve(NOW);
		assertThat(first.jobId()).isEqualTo("a1");
		assertThat(first.gid()).isEqualTo("a");
		assertThat(reserve(NOW).jobId()).isEqualTo("u1");
		assertThat(reserve(NOW).jobId()).isEqualTo("b1");
		assertThat(this.client.reserve(QUEUE, NOW)).isInstanceOf(OmniqReserveResult.Empty.class);
		assertThat(jedis.get("{emails}:g:a:limit")).isEqualTo("1");
		this.client.ackSuccess(QUEUE, "a1", first.leaseToken(), NOW);
		assertThat(reserve(NOW).jobId()).isEqualTo("a2");
	}

	@Test
	void aBatchIsServedInTheSameTurns() {
		for (int i = 1; i <= 3; i++) {
			publishGrouped("a" + i, "a", 2);
			publishGrouped("b" + i, "b", 3);
			publish("u" + i, 1000);
		}
		List<String> ids = this.client.reserveMany(QUEUE, 20, NOW + 1)
			.stream()
			.map((result) -> ((OmniqReserveResult.Job) result).jobId())
			.toList();
		assertThat(ids).containsExactly("a1", "u1", "b1", "u2", "a2", "u3", "b2", "b3");
	}

	@Test
	void aRetriedJobGoesToTheEndOfItsGroup() {
		for (String id : List.of("g1", "g2", "g3")) {
			this.client.publish(QUEUE, PAYLOAD,
					OmniqPublishOptions.defaults().withJobId(id).withGroup("g", 1).withBackoffMs(0), NOW);
		}
		OmniqReserveResult.Job first = reserve(NOW);
		assertThat(this.client.ackFail(QUEUE, "g1", first.leaseToken(), null, NOW))
			.isEqualTo(new OmniqFailResult.Retry(NOW));
		this.client.promoteDelayed(QUEUE, 10, NOW);
		List<String> order = new ArrayList<>();
		while (this.client.reserve(QUEUE, NOW) instanceof OmniqReserveResult.Job job) {
			order.add(job.jobId());
			this.client.ackSuccess(QUEUE, job.jobId(), job.leaseToken(), NOW);
		}
		assertThat(order).containsExactly("g2", "g3", "g1");
	}

	@Test
	void aReapedGroupJobFreesItsSlot() {
		publishGrouped("g1", "g", 1);
		publishGrouped("g2", "g", 1);
		reserve(NOW);
		assertThat(this.client.reserve(QUEUE, NOW)).isInstanceOf(OmniqReserveResult.Empty.class);
		this.client.reapExpired(QUEUE, 10, NOW + 60_000);
		assertThat(reserve(NOW + 60_000).jobId()).isEqualTo("g2");
	}

	@Test
	void aDelayedGroupJobIsPromotedIntoItsGroup() {
		this.client.publish(QUEUE, PAYLOAD,
				OmniqPublishOptions.defaults().withJobId("d").withGroup("g", 1).withDueMs(NOW + 10), NOW);
		assertThat(this.client.reserve(QUEUE, NOW)).isInstanceOf(OmniqReserveResult.Empty.class);
		this.client.promoteDelayed(QUEUE, 10, NOW + 10);
		assertThat(reserve(NOW + 10).gid()).isEqualTo("g");
	}

	@Test
	void aBlankGroupIsNone(Jedis jedis) {
		this.client.publish(QUEUE, PAYLOAD, OmniqPublishOptions.defaults().withGid("  "), NOW);
		assertThat(jedis.llen("{emails}:wait")).isOne();
	}

}
