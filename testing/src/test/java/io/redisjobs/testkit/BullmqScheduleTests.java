package io.redisjobs.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

import io.redisjobs.protocol.JobQueues;
import io.redisjobs.testing.JobTester;
import io.redisjobs.testing.JobsTest;
import io.redisjobs.testing.TestedJob;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that BullMQ's job schedulers go by the time that passes in a test. */
@JobsTest
class BullmqScheduleTests {

	private static final long HOUR = Duration.ofHours(1).toMillis();

	private static final String HOURLY = "{\"every\":3600000,\"count\":1}";

	@Autowired
	private JobTester tester;

	@Autowired
	private JobQueues queues;

	@Autowired
	private StringRedisTemplate redis;

	@Test
	void anIntervalIsKept() {
		long first = System.currentTimeMillis() + HOUR / 2;
		schedule(first, HOURLY, Map.of("every", "3600000"));
		assertThat(iterations(Duration.ofHours(24))).containsExactlyElementsOf(slots(first, 24));
		assertThat(iterations(Duration.ofHours(3))).containsExactlyElementsOf(slots(first + 24 * HOUR, 3));
	}

	@Test
	void aPatternIsKept() {
		long now = System.currentTimeMillis();
		// not so near that it is due meanwhile
		long first = (now + 60_000) / HOUR * HOUR + HOUR;
		schedule(first, "{\"pattern\":\"0 * * * *\",\"tz\":\"UTC\",\"count\":1}",
				Map.of("pattern", "0 * * * *", "tz", "UTC"));
		assertThat(iterations(Duration.ofMillis(first - now + 23 * HOUR + HOUR / 2)))
			.containsExactlyElementsOf(slots(first, 24));
	}

	@Test
	void whatAPausedQueueHasMissedIsNotMadeUpFor() {
		schedule(System.currentTimeMillis() + HOUR / 2, HOURLY, Map.of("every", "3600000"));
		this.queues.get("letters").queue().pause();
		assertThat(iterations(Duration.ofHours(10))).isEmpty();
		this.queues.get("letters").queue().resume();
		assertThat(iterations(Duration.ZERO)).hasSize(1);
		assertThat(iterations(Duration.ofHours(2))).hasSize(2);
	}

	@Test
	void theRealTimeCountsAgainOnceEverythingIsCleared() {
		this.tester.advance(Duration.ofMinutes(90));
		this.tester.clear();
		long first = System.currentTimeMillis() + HOUR / 2;
		schedule(first, HOURLY, Map.of("every", "3600000"));
		assertThat(iterations(Duration.ofHours(5))).containsExactlyElementsOf(slots(first, 5));
	}

	private List<String> iterations(Duration time) {
		return this.tester.advance(time).stream().map(TestedJob::id).toList();
	}

	private static List<String> slots(long first, int count) {
		LongUnaryOperator next = (slot) -> slot + HOUR;
		return LongStream.iterate(first, next).limit(count).mapToObj((slot) -> "repeat:s:" + slot).toList();
	}

	/** Leaves in Redis what Node does for a new scheduler. */
	private void schedule(long slot, String rule, Map<String, String> fields) {
		long now = System.currentTimeMillis();
		String id = "repeat:s:" + slot;
		this.redis.opsForZSet().add("bull:letters:repeat", "s", slot);
		this.redis.opsForHash().putAll("bull:letters:repeat:s", fields);
		this.redis.opsForHash()
			.putAll("bull:letters:" + id,
					Map.of("name", "default", "data", "{\"to\":\"Ada\",\"failures\":0}", "opts",
							"{\"repeat\":" + rule + ",\"jobId\":\"" + id + "\",\"repeatJobKey\":\"s\"}", "timestamp",
							String.valueOf(now), "delay", String.valueOf(slot - now), "priority", "0", "rjk", "s"));
		this.redis.opsForZSet().add("bull:letters:delayed", id, slot * 4096.0);
	}

}
