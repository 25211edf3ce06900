package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The limit of a group can be changed while its jobs wait and run. */
@ExtendWith(TestRedis.class)
class OmniqGroupLimitTests {

	private static final String QUEUE = "limits";

	private final OmniqFixture fixture = new OmniqFixture();

	private final OmniqClient client = this.fixture.client();

	private final OmniqJobQueue queue = this.fixture.queue(QUEUE, OmniqSettings.defaults());

	@AfterEach
	void close(Jedis jedis) {
		OmniqFixture.checkQueue(jedis, QUEUE);
		this.queue.close();
		this.fixture.close();
	}

	private void publish(int count, int limit) {
		for (int i = 0; i < count; i++) {
			this.client.publish(QUEUE, List.of(i), OmniqPublishOptions.defaults().withGroup("g", limit));
		}
	}

	private Reservation reserve() {
		return this.queue.reserve(10, Duration.ZERO);
	}

	@Test
	void zeroSaysNothingAboutTheLimit(Jedis jedis) {
		publish(2, 0);
		assertThat(jedis.exists("{limits}:g:g:limit")).isFalse();
		publish(1, 2);
		assertThat(this.client.monitor().group(QUEUE, "g").limit()).isEqualTo(2);
	}

	@Test
	void aHigherLimitStartsJobsAtOnce() throws Exception {
		publish(4, 1);
		assertThat(reserve().jobs()).hasSize(1);
		CompletableFuture<Reservation> waiting = CompletableFuture
			.supplyAsync(() -> this.queue.reserve(10, Duration.ofSeconds(60)));
		this.client.setGroupLimit(QUEUE, "g", 3);
		assertThat(waiting.get(30, TimeUnit.SECONDS).jobs()).hasSize(2);
		assertThat(reserve().jobs()).isEmpty();
	}

	@Test
	void aLowerLimitHoldsOnceRunningJobsHaveEnded() {
		publish(5, 3);
		List<Completion> running = reserve().jobs().stream().map((job) -> new Completion(job, new byte[0])).toList();
		assertThat(running).hasSize(3);
		this.queue.complete(running.subList(0, 1));
		this.client.setGroupLimit(QUEUE, "g", 1);
		assertThat(reserve().jobs()).isEmpty();
		this.queue.complete(running.subList(1, 2));
		assertThat(reserve().jobs()).isEmpty();
		this.queue.complete(running.subList(2, 3));
		assertThat(reserve().jobs()).hasSize(1);
	}

	@Test
	void aLimitIsAtLeastOneAndAGroupHasAnId() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.client.setGroupLimit(QUEUE, "g", 0));
		assertThatIllegalArgumentException().isThrownBy(() -> this.client.setGroupLimit(QUEUE, " ", 1));
	}

}
