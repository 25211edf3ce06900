package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Supplier;

import io.redisjobs.redis.Reply;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessResourceFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class DeliveriesTests {

	private final Deliveries deliveries = new Deliveries(Duration.ofMinutes(1));

	@Test
	void nothingIsDoneAloneWhileAReadIsUnderWay() throws Exception {
		assertNotAloneDuring((read) -> this.deliveries.read(read));
	}

	@Test
	void nothingIsDoneAloneWhileAReadWaits() throws Exception {
		assertNotAloneDuring((read) -> this.deliveries.await(read));
	}

	private void assertNotAloneDuring(Function<Supplier<String>, String> reads) throws Exception {
		CountDownLatch reading = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> reads.apply(() -> {
			reading.countDown();
			await().until(() -> end.getCount() == 0);
			return "read";
		}));
		reading.await();
		assertThat(this.deliveries.alone(() -> "alone", "not")).isEqualTo("not");
		end.countDown();
		assertThat(read.get()).isEqualTo("read");
		assertThat(this.deliveries.alone(() -> "alone", "not")).isEqualTo("alone");
	}

	@Test
	void aReadWithoutAnswerLeavesSomethingMissing() {
		assertThat(this.deliveries.complete()).isTrue();
		this.deliveries.failed(new DataAccessResourceFailureException("cut"));
		assertThat(this.deliveries.complete()).isFalse();
		this.deliveries.searched(null);
		assertThat(this.deliveries.complete()).isTrue();
	}

	@Test
	void runsWithoutASignOfLifeAreForgottenAfterTheirLease() {
		Deliveries brief = new Deliveries(Duration.ofMillis(20));
		brief.know(new Reply(List.of("1-0", 1, "payload")));
		assertThat(brief.knows("1-0")).isTrue();
		await().until(() -> {
			brief.know(new Reply(List.of("2-0", 1, "payload")));
			return !brief.knows("1-0");
		});
		assertThat(brief.knows("2-0")).isTrue();
	}

}
