package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.redisjobs.protocol.JobQueue;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(TestRedis.class)
class StreamsRetentionTests {

	private static final int OLD = 1000;

	private final StreamsQueues queues = new StreamsQueues();

	@BeforeEach
	void addOldEntries(Jedis redis) {
		for (int i = 1; i <= OLD; i++) {
			redis.xadd("jobs:tts", new StreamEntryID(1000, i),
					Map.of("payload", "{\"type\":\"TTS\",\"job_id\":" + i + "}"));
		}
	}

	@AfterEach
	void close() {
		this.queues.close();
	}

	@Test
	void entriesOlderThanTheRetentionAreRemovedOnceTheyAreDone(Jedis redis) {
		JobQueue queue = this.queues.open("tts");
		StreamsQueues.takeAll(queue, OLD).forEach((job) -> StreamsQueues.complete(queue, job, "null"));
		StreamsQueues.publish(queue, "1");
		assertThat(queue.maintain(100).removed()).isEqualTo(OLD);
		assertThat(redis.xlen("jobs:tts")).isEqualTo(1);
	}

	@Test
	void aServerThatIsFullIsTrimmed(Jedis redis) {
		JobQueue queue = this.queues.open("tts");
		StreamsQueues.takeAll(queue, OLD).forEach((job) -> StreamsQueues.complete(queue, job, "null"));
		redis.configSet("maxmemory", "1");
		try {
			assertThat(queue.maintain(100).removed()).isEqualTo(OLD);
		}
		finally {
			redis.configSet("maxmemory", "0");
		}
	}

	@Test
	void whatAGroupHasNotReadIsKept(Jedis redis) {
		JobQueue queue = this.queues.open("tts");
		StreamsQueues.takeAll(queue, OLD).forEach((job) -> StreamsQueues.complete(queue, job, "null"));
		redis.xgroupCreate("jobs:tts", "audit", new StreamEntryID(1000, 400), false);
		assertThat(queue.maintain(100).removed()).isEqualTo(400);
		assertThat(redis.xrange("jobs:tts", (StreamEntryID) null, null, 1).get(0).getID())
			.isEqualTo(new StreamEntryID(1000, 401));
	}

	@Test
	void whatAGroupHasNotAcknowledgedIsKept(Jedis redis) {
		JobQueue queue = this.queues.open("tts");
		List<EnvelopedJob> jobs = StreamsQueues.takeAll(queue, OLD);
		for (int i = 0; i < OLD; i++) {
			if (i != 250) {
				StreamsQueues.complete(queue, jobs.get(i), "null");
			}
		}
		assertThat(queue.maintain(100).removed()).isEqualTo(250);
		assertThat(redis.xrange("jobs:tts", (StreamEntryID) null, null, 1).get(0).getID())
			.isEqualTo(new StreamEntryID(jobs.get(250).entryId()));
	}

	@Test
	void nothingIsRemovedBeforeTheGroupExists(Jedis redis) {
		assertThat(this.queues.open("tts").maintain(100).removed()).isZero();
		assertThat(redis.xlen("jobs:tts")).isEqualTo(OLD);
	}

	@Test
	void resultsAndFailuresAreKeptLonger() {
		StreamsSettings settings = StreamsSettings.defaults();
		assertThat(settings.retentionOf("tts")).isEqualTo(Duration.ofDays(7));
		assertThat(settings.retentionOf("completed")).isEqualTo(Duration.ofDays(30));
		assertThat(settings.retentionOf("failed")).isEqualTo(Duration.ofDays(30));
	}

}
