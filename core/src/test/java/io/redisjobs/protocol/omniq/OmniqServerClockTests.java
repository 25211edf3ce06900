package io.redisjobs.protocol.omniq;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.UnaryOperator;

import io.redisjobs.JobOptions;
import io.redisjobs.JobState;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.redis.Bytes;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** The server's clock stamps the jobs of publishers whose own clock is an hour off. */
@ExtendWith(TestRedis.class)
class OmniqServerClockTests {

	private final OmniqFixture fixture = new OmniqFixture();

	@AfterEach
	void close(Jedis jedis) {
		OmniqFixture.checkQueue(jedis, "jobs");
		this.fixture.close();
	}

	@ParameterizedTest
	@ValueSource(ints = { -3600, 3600 })
	void aDelayIsCountedFromTheServersClock(int seconds, Jedis jedis) {
		try (OmniqJobQueue queue = open(seconds)) {
			String id = publish(queue, (options) -> options.delay(Duration.ofMinutes(10)));
			assertThat(queue.inspect().counts()).containsEntry(JobState.DELAYED, 1L);
			long created = Long.parseLong(jedis.hget("{jobs}:job:" + id, "created_ms"));
			assertThat(jedis.hget("{jobs}:job:" + id, "due_ms")).isEqualTo(Long.toString(created + 600_000));
			assertThat(jedis.zscore("{jobs}:delayed", id)).isEqualTo(created + 600_000);
			assertThat(Instant.ofEpochMilli(created)).isCloseTo(Instant.now(), within(5, ChronoUnit.MINUTES));
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { -3600, 3600 })
	void aDelayedJobIsWaitedForByTheServersClock(int seconds) {
		try (OmniqJobQueue queue = open(seconds)) {
			String id = publish(queue, (options) -> options.delay(Duration.ofMillis(200)));
			assertThat(queue.reserve(1, Duration.ofSeconds(20)).jobs()).extracting("id").containsExactly(id);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { -3600, 3600 })
	void aMomentStaysWhatItIs(int seconds) {
		try (OmniqJobQueue queue = open(seconds)) {
			Instant moment = Instant.now().plus(Duration.ofMinutes(10)).truncatedTo(ChronoUnit.MILLIS);
			String later = publish(queue, (options) -> options.runAt(moment));
			assertThat(queue.find(later)).hasValueSatisfying((job) -> assertThat(job.dueAt()).isEqualTo(moment));
			String past = publish(queue, (options) -> options.runAt(Instant.now().minusSeconds(1)));
			assertThat(queue.reserve(2, Duration.ZERO).jobs()).extracting("id").containsExactly(past);
		}
	}

	private OmniqJobQueue open(int secondsOff) {
		return this.fixture.queue("jobs", OmniqSettings.defaults().withTimeSource(OmniqSettings.TimeSource.REDIS),
				Clock.offset(Clock.systemUTC(), Duration.ofSeconds(secondsOff)));
	}

	private static String publish(OmniqJobQueue queue, UnaryOperator<JobOptions> options) {
		NewJob job = new NewJob(Bytes.of("{}"), options.apply(new JobOptions()));
		return queue.publish(List.of(job)).get(0).id();
	}

}
