package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.util.List;

import io.redisjobs.JobOptions;
import io.redisjobs.UnfitJobException;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Bytes;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;

/** What a job that is handed back for another worker leaves in Redis. */
@ExtendWith(TestRedis.class)
class OmniqHandBackTests {

	private final OmniqFixture fixture = new OmniqFixture();

	private final OmniqJobQueue queue = this.fixture.queue("jobs", OmniqSettings.defaults());

	@AfterEach
	void close() {
		this.queue.close();
		this.fixture.close();
	}

	private ReservedJob publishAndTake(JobOptions options) {
		this.queue.publish(List.of(new NewJob(Bytes.of("{}"), options)));
		return this.queue.reserve(1, Duration.ZERO).jobs().get(0);
	}

	private Settlement handBack(ReservedJob job, int most) {
		return this.queue.fail(new Failure(job, new UnfitJobException("Nobody knows it"),
				FailureAction.handBack(most, Duration.ofSeconds(5))));
	}

	private ReservedJob takeNow(Jedis jedis, String id) {
		jedis.zadd("{jobs}:delayed", 1, id);
		return this.queue.reserve(1, Duration.ZERO).jobs().get(0);
	}

	@Test
	void aJobThatIsHandedBackIsDelayedWithoutAnAttempt(Jedis jedis) {
		ReservedJob job = publishAndTake(new JobOptions().attempts(1));
		Settlement settlement = handBack(job, 20);
		assertThat(settlement.outcome()).isEqualTo(Settlement.Outcome.HANDED_BACK);
		assertThat(jedis.hgetAll("{jobs}:job:" + job.id())).containsEntry("state", "delayed")
			.containsEntry("attempt", "0")
			.containsEntry("lease_token", "")
			.containsEntry("lock_until_ms", "")
			.containsEntry("last_error", "UnfitJobException: Nobody knows it")
			.hasEntrySatisfying("due_ms",
					(due) -> assertThat(jedis.zscore("{jobs}:delayed", job.id())).isEqualTo(Double.parseDouble(due)));
		OmniqFixture.checkQueue(jedis, "jobs");
		ReservedJob again = takeNow(jedis, job.id());
		assertThat(again.attempt()).isOne();
		assertThat(this.queue.fail(new Failure(job, new IllegalStateException(), FailureAction.fail())).outcome())
			.isEqualTo(Settlement.Outcome.LEASE_LOST);
		OmniqFixture.checkQueue(jedis, "jobs");
	}

	@Test
	void theGroupGoesOnMeanwhile(Jedis jedis) {
		ReservedJob first = publishAndTake(new JobOptions().group("g", 1));
		this.queue.publish(List.of(new NewJob(Bytes.of("{}"), new JobOptions().group("g", 1).id("second"))));
		assertThat(this.queue.reserve(1, Duration.ZERO).jobs()).isEmpty();
		handBack(first, 20);
		OmniqFixture.checkQueue(jedis, "jobs");
		assertThat(this.queue.reserve(1, Duration.ZERO).jobs()).extracting(ReservedJob::id).containsExactly("second");
		OmniqFixture.checkQueue(jedis, "jobs");
	}

	@Test
	void aJobThatNobodyTookFailsWithTheReasonAndHowOftenItWentBack(Jedis jedis) {
		ReservedJob job = publishAndTake(new JobOptions().attempts(1));
		handBack(job, 1);
		assertThat(handBack(takeNow(jedis, job.id()), 1)).isEqualTo(Settlement.failed());
		assertThat(jedis.hgetAll("{jobs}:job:" + job.id())).containsEntry("state", "failed")
			.containsEntry("attempt", "1")
			.containsEntry("last_error",
					"UnfitJobException: Nobody knows it (handed back for another worker once before)");
		OmniqFixture.checkQueue(jedis, "jobs");
	}

}
