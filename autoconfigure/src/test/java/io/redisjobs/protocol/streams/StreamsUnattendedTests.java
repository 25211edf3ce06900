package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.redisjobs.kit.JobsApplication;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.params.XClaimParams;
import redis.clients.jedis.params.XReadGroupParams;
import redis.clients.jedis.resps.StreamEntry;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.awaitility.Awaitility.await;

/** Streams that only workers of others read, beside an application that declares them. */
@ExtendWith(TestRedis.class)
class StreamsUnattendedTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String JOB = "{\"job_id\":\"j1\",\"user_id\":\"u\",\"type\":\"TTS\",\"data\":{\"n\":1}}";

	@Test
	void theGroupsOfAllDeclaredStreamsExistOnceTheApplicationHasStarted(Jedis redis) {
		try (JobsApplication application = start("redis-jobs.queues.requested.streams.route.by=type",
				"redis-jobs.queues.completed.concurrency=1")) {
			assertThat(read(redis, "worker-1")).isEmpty();
			assertThat(redis.xinfoGroups("jobs:completed")).singleElement()
				.satisfies((group) -> assertThat(group.getName()).isEqualTo("handler-group"));
			assertThat(redis.xinfoGroups("jobs:requested")).singleElement()
				.satisfies((group) -> assertThat(group.getName()).isEqualTo("orchestrator-group"));
		}
	}

	@Test
	void anApplicationThatOnlyPublishesRequestsCreatesNoGroupThatNobodyReads(Jedis redis) {
		try (JobsApplication application = start("redis-jobs.queues.requested.concurrency=1")) {
			assertThat(redis.xinfoGroups("jobs:requested")).singleElement()
				.satisfies((group) -> assertThat(group.getName()).isEqualTo("orchestrator-group"));
		}
	}

	@Test
	void aServerThatIsFullIsTrimmedAllTheSame(Jedis redis) {
		redis.xgroupCreate("jobs:tts", "worker-group", new StreamEntryID(0, 0), true);
		redis.xadd("jobs:tts", new StreamEntryID(1000, 1), Map.of("payload", JOB));
		redis.xack("jobs:tts", "worker-group", readOne(redis, "worker-1").getID());
		redis.xadd("jobs:tts", StreamEntryID.NEW_ENTRY, Map.of("payload", JOB));
		readOne(redis, "worker-1");
		try (StreamsQueues queues = new StreamsQueues()) {
			StreamsJobQueue others = (StreamsJobQueue) queues.open("tts",
					(settings) -> settings.abandonedAfter(Duration.ZERO));
			redis.configSet("maxmemory", "1");
			assertThatException().isThrownBy(() -> others.maintainForOthers(10))
				.havingRootCause()
				.withMessageContaining("OOM");
			assertThat(redis.xlen("jobs:tts")).isEqualTo(1);
			assertThat(redis.xpending("jobs:tts", "worker-group").getTotal()).isEqualTo(1);
		}
		finally {
			redis.configSet("maxmemory", "0");
		}
	}

	@Test
	void whatAWorkerNeverAcknowledgesIsDeliveredAgainAndThenFails(Jedis redis) {
		try (JobsApplication application = start("redis-jobs.queues.tts.max-attempts=2")) {
			redis.xadd("jobs:tts", StreamEntryID.NEW_ENTRY, Map.of("payload", JOB));
			StreamEntry first = readOne(redis, "worker-1");
			StreamEntry second = readOne(redis, "worker-1");
			assertThat(second.getID()).isNotEqualTo(first.getID());
			assertThat(second.getFields()).isEqualTo(Map.of("payload", JOB));
			await().atMost(PATIENCE).until(() -> redis.xlen("jobs:failed") == 1);
			JsonNode failure = new JsonMapper()
				.readTree(redis.xrange("jobs:failed", (StreamEntryID) null, null).get(0).getFields().get("payload"));
			assertThat(failure.at("/job_id").stringValue()).isEqualTo("j1");
			assertThat(failure.at("/user_id").stringValue()).isEqualTo("u");
			assertThat(failure.at("/data/attempts").intValue()).isEqualTo(2);
			assertThat(failure.at("/data/source_stream").stringValue()).isEqualTo("jobs:tts");
			assertThat(failure.at("/data/source_id").stringValue()).isEqualTo(second.getID().toString());
			assertThat(failure.at("/data/request/n").intValue()).isEqualTo(1);
			assertThat(redis.xpending("jobs:tts", "worker-group").getTotal()).isZero();
		}
	}

	@Test
	void whatAWorkerStillHoldsIsLeftToIt(Jedis redis) {
		try (JobsApplication application = start("redis-jobs.queues.tts.streams.abandoned-after=1h")) {
			redis.xadd("jobs:tts", StreamEntryID.NEW_ENTRY, Map.of("payload", JOB));
			readOne(redis, "worker-1");
			StreamsJobQueue queue = (StreamsJobQueue) application.queue("tts");
			assertThat(queue.maintainForOthers(10).recovered()).isZero();
			assertThat(redis.xpending("jobs:tts", "worker-group").getTotal()).isEqualTo(1);
		}
	}

	@Test
	void whatIsDoneAndOldIsTrimmed(Jedis redis) {
		redis.xgroupCreate("jobs:tts", "worker-group", new StreamEntryID(0, 0), true);
		redis.xadd("jobs:tts", new StreamEntryID(1000, 1), Map.of("payload", JOB));
		StreamEntry entry = readOne(redis, "worker-1");
		redis.xack("jobs:tts", "worker-group", entry.getID());
		try (JobsApplication application = start()) {
			await().atMost(PATIENCE).until(() -> redis.xlen("jobs:tts") == 0);
		}
	}

	@Test
	void upkeepCanBeSwitchedOff(Jedis redis) {
		try (JobsApplication application = start("redis-jobs.queues.tts.streams.upkeep=false")) {
			assertThat(redis.exists("jobs:tts")).isFalse();
		}
	}

	@Test
	void workersOfOursInTheGroupRecoverThemselves(Jedis redis) {
		try (StreamsQueues queues = new StreamsQueues()) {
			StreamsJobQueue ours = (StreamsJobQueue) queues.open("tts");
			StreamsJobQueue elsewhere = (StreamsJobQueue) queues.open("tts",
					(settings) -> settings.abandonedAfter(Duration.ZERO));
			redis.xadd("jobs:tts", StreamEntryID.NEW_ENTRY, Map.of("payload", JOB));
			StreamsQueues.take(ours);
			ours.maintain(10);
			assertThat(elsewhere.maintainForOthers(10).recovered()).isZero();
			redis.del("redis-jobs:{jobs:tts}:attended:worker-group");
			assertThat(elsewhere.maintainForOthers(10).recovered()).isEqualTo(1);
		}
	}

	@Test
	void aContainerThatStartsFindsWhatItsDeadWorkersHeldAsTheyLeftIt(Jedis redis) {
		redis.xgroupCreate("jobs:tts", "worker-group", new StreamEntryID(0, 0), true);
		StreamEntryID held = redis.xadd("jobs:tts", StreamEntryID.NEW_ENTRY, Map.of("payload", JOB));
		readOne(redis, "dead");
		redis.xclaimJustId("jobs:tts", "worker-group", "dead", 0,
				XClaimParams.xClaimParams().idle(Duration.ofHours(2).toMillis()), held);
		List<String> runs = new CopyOnWriteArrayList<>();
		try (JobsApplication application = JobsApplication.builder()
			.properties("redis-jobs.defaults.protocol=streams", "redis-jobs.queues.tts.streams.failures-to=failed")
			.handler("tts", (job) -> runs.add(job.attributes().get("entry_id") + " " + job.attempt()))
			.run()) {
			await().atMost(PATIENCE).until(() -> !runs.isEmpty());
			assertThat(runs).containsExactly(held + " 2");
			assertThat(redis.xlen("jobs:tts")).isEqualTo(1);
		}
	}

	@Test
	void instancesThatLookAfterAStreamAtOnceReportEachFailureOnce(Jedis redis) throws Exception {
		int jobs = 300;
		redis.xgroupCreate("jobs:tts", "worker-group", new StreamEntryID(0, 0), true);
		for (int i = 0; i < jobs; i++) {
			redis.xadd("jobs:tts", StreamEntryID.NEW_ENTRY, Map.of("payload", JOB));
			assertThat(read(redis, "dead")).hasSize(1);
		}
		try (StreamsQueues queues = new StreamsQueues()) {
			List<Thread> instances = new ArrayList<>();
			for (int i = 0; i < 3; i++) {
				StreamsJobQueue instance = (StreamsJobQueue) queues.open("tts",
						(settings) -> settings.abandonedAfter(Duration.ZERO).attempts(1).failuresTo("failed"));
				instances.add(new Thread(() -> instance.maintainForOthers(1000)));
			}
			instances.forEach(Thread::start);
			for (Thread instance : instances) {
				instance.join();
			}
		}
		assertThat(redis.xlen("jobs:failed")).isEqualTo(jobs);
		assertThat(redis.xlen("jobs:tts")).isEqualTo(jobs);
		assertThat(redis.xpending("jobs:tts", "worker-group").getTotal()).isZero();
	}

	@Test
	void aStreamWhoseContainerDoesNotRunIsLookedAfter(Jedis redis) {
		try (JobsApplication application = JobsApplication.builder()
			.properties("redis-jobs.defaults.protocol=streams", "redis-jobs.queues.tts.auto-startup=false",
					"redis-jobs.queues.tts.streams.abandoned-after=1s")
			.handler("tts", (job) -> null)
			.run()) {
			redis.xadd("jobs:tts", StreamEntryID.NEW_ENTRY, Map.of("payload", JOB));
			StreamEntry first = readOne(redis, "worker-1");
			assertThat(readOne(redis, "worker-1").getID()).isNotEqualTo(first.getID());
		}
	}

	private static JobsApplication start(String... properties) {
		return JobsApplication.builder()
			.properties("redis-jobs.defaults.protocol=streams", "redis-jobs.queues.tts.streams.failures-to=failed",
					"redis-jobs.queues.tts.streams.abandoned-after=1s")
			.properties(properties)
			.run();
	}

	private static StreamEntry readOne(Jedis redis, String consumer) {
		return await().atMost(PATIENCE).until(() -> read(redis, consumer), (entries) -> !entries.isEmpty()).get(0);
	}

	private static List<StreamEntry> read(Jedis redis, String consumer) {
		var streams = redis.xreadGroup("worker-group", consumer, XReadGroupParams.xReadGroupParams().count(1),
				Map.of("jobs:tts", StreamEntryID.XREADGROUP_UNDELIVERED_ENTRY));
		return (streams == null || streams.isEmpty()) ? List.of() : streams.get(0).getValue();
	}

}
