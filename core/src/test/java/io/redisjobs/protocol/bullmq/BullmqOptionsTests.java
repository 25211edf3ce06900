package io.redisjobs.protocol.bullmq;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

import io.redisjobs.JobOptions;
import io.redisjobs.JobRetention;
import io.redisjobs.redis.Bytes;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What stored options mean. */
class BullmqOptionsTests {

	private final BullmqOptions.Reader reader = new BullmqOptions.Reader();

	private BullmqOptions read(String json) {
		return Objects.requireNonNull(this.reader.read(Bytes.of(json)));
	}

	private long millis(String backoff, int attempt) {
		BullmqBackoff read = Objects.requireNonNull(read("{\"backoff\":" + backoff + "}").backoff());
		return read.millis(attempt, Duration.ofHours(1), () -> 0.5).orElse(-1);
	}

	@Test
	void aFixedBackoffIsTheSameEveryTime() {
		assertThat(millis("{\"type\":\"fixed\",\"delay\":500}", 1)).isEqualTo(500);
		assertThat(millis("{\"type\":\"fixed\",\"delay\":500}", 7)).isEqualTo(500);
		assertThat(millis("250", 3)).isEqualTo(250);
	}

	@Test
	void anExponentialBackoffDoublesUpToItsCap() {
		String backoff = "{\"type\":\"exponential\",\"delay\":1000}";
		assertThat(millis(backoff, 1)).isEqualTo(1000);
		assertThat(millis(backoff, 2)).isEqualTo(2000);
		assertThat(millis(backoff, 3)).isEqualTo(4000);
		assertThat(millis(backoff, 60)).isEqualTo(3_600_000);
	}

	@Test
	void jitterDrawsAShareOfTheWait() {
		assertThat(millis("{\"type\":\"fixed\",\"delay\":1000,\"jitter\":0.5}", 1)).isEqualTo(750);
		assertThat(millis("{\"type\":\"exponential\",\"delay\":1000,\"jitter\":1}", 2)).isEqualTo(1000);
	}

	@Test
	void aTypeThisWorkerDoesNotKnowHasNoWait() {
		assertThat(millis("{\"type\":\"fibonacci\",\"delay\":1000}", 1)).isEqualTo(-1);
	}

	@Test
	void retentionIsReadInAllItsForms() {
		assertThat(read("{\"removeOnComplete\":true}").removeOnComplete()).isEqualTo(JobRetention.removeAll());
		assertThat(read("{\"removeOnComplete\":false}").removeOnComplete()).isEqualTo(JobRetention.keepAll());
		assertThat(read("{\"removeOnComplete\":-1}").removeOnComplete()).isEqualTo(JobRetention.keepAll());
		assertThat(read("{\"removeOnFail\":5}").removeOnFail()).isEqualTo(JobRetention.keep(5));
		assertThat(read("{\"removeOnFail\":{\"age\":60,\"count\":2}}").removeOnFail())
			.isEqualTo(JobRetention.keep(2, Duration.ofMinutes(1)));
		assertThat(read("{\"removeOnFail\":{\"age\":0.5}}").removeOnFail())
			.isEqualTo(JobRetention.keep(Duration.ofMillis(500)));
		assertThat(read("{}").removeOnFail()).isNull();
	}

	@Test
	void anAgeMayHaveDecimals() {
		BullmqOptionsWriter writer = new BullmqOptionsWriter(BullmqKeys.of("bull", "q", Map.of(), false));
		JobOptions options = new JobOptions().removeOnComplete(JobRetention.keep(Duration.ofMillis(1500)))
			.removeOnFail(JobRetention.keep(Duration.ofMinutes(10)));
		assertThat(new String(writer.options(options, 0), StandardCharsets.UTF_8))
			.contains("\"removeOnComplete\":{\"age\":1.5}")
			.contains("\"removeOnFail\":{\"age\":600}");
		assertThat(BullmqRetention.age(JobRetention.keep(Duration.ofMillis(500)))).isEqualTo("0.5");
		assertThat(BullmqRetention.age(JobRetention.keep(Duration.ofHours(1)))).isEqualTo("3600");
	}

	@Test
	void unknownOptionsAreKeptAndOthersThanObjectsAreNot() {
		assertThat(read("{\"attempts\":3,\"mine\":[1,{}]}").source().toString())
			.isEqualTo("{\"attempts\":3,\"mine\":[1,{}]}");
		assertThat(this.reader.read(Bytes.of("[1]"))).isNull();
		assertThat(this.reader.read(Bytes.of("{"))).isNull();
	}

}
