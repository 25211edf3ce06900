package io.redisjobs.protocol.omniq;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import io.redisjobs.test.RedisDump;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;

/** What each script leaves in Redis, key by key and field by field. */
@ExtendWith(TestRedis.class)
class OmniqStoredStateTests {

	private static final String QUEUE = "q";

	private static final long NOW = 1_700_000_000_000L;

	private static final String AT_NOW = String.valueOf(NOW);

	private static final String AFTER_30S = String.valueOf(NOW + 30_000);

	private OmniqFixture fixture;

	private OmniqClient client;

	@BeforeEach
	void open() {
		this.fixture = new OmniqFixture();
		this.client = this.fixture.client();
	}

	@AfterEach
	void close() {
		this.fixture.close();
	}

	@Test
	void enqueueOfAnUngroupedJob(Jedis jedis) {
		publish("j");
		assertThat(dump(jedis)).isEqualTo(Map.of("{q}:job:j", waitingJob("j"), "{q}:wait", List.of("j"), "{q}:idx:wait",
				scores("j", NOW), "{q}:stats",
				fields("waiting", "1", "waiting_total", "1", "last_activity_ms", AT_NOW, "last_enqueue_ms", AT_NOW)));
	}

	@Test
	void enqueueOfAGroupedJob(Jedis jedis) {
		publish("j", options("j").withGroup("g", 2));
		assertThat(dump(jedis)).isEqualTo(Map.of("{q}:job:j", with(waitingJob("j"), "gid", "g"), "{q}:g:g:wait",
				List.of("j"), "{q}:g:g:limit", "2", "{q}:has_groups", "1", "{q}:groups:ready", scores("g", NOW),
				"{q}:idx:wait", scores("j", NOW), "{q}:stats", fields("group_waiting", "1", "waiting_total", "1",
						"groups_ready", "1", "last_activity_ms", AT_NOW, "last_enqueue_ms", AT_NOW)));
	}

	@Test
	void enqueueOfADelayedJob(Jedis jedis) {
		publish("j", options("j").withDueMs(NOW + 500));
		assertThat(dump(jedis)).isEqualTo(
				Map.of("{q}:job:j", with(waitingJob("j"), "state", "delayed", "due_ms", String.valueOf(NOW + 500)),
						"{q}:delayed", scores("j", NOW + 500), "{q}:idx:delayed", scores("j", NOW), "{q}:stats",
						fields("delayed", "1", "last_activity_ms", AT_NOW, "last_enqueue_ms", AT_NOW)));
	}

	@Test
	void aDueTimeThatIsNotInTheFutureIsNotStored(Jedis jedis) {
		publish("j", options("j").withDueMs(NOW));
		assertThat(job(jedis, "j")).isEqualTo(waitingJob("j"));
	}

	@Test
	void reserve(Jedis jedis) {
		publish("j");
		String token = reserveAt(NOW + 10).leaseToken();
		assertThat(token).isEqualTo(sha1("j:" + (NOW + 10) + ":1"));
		String at = String.valueOf(NOW + 10);
		String lock = String.valueOf(NOW + 30_010);
		assertThat(dump(jedis)).isEqualTo(Map.of("{q}:job:j",
				with(waitingJob("j"), "state", "active", "attempt", "1", "lease_token", token, "lock_until_ms", lock,
						"first_started_ms", at, "last_started_ms", at, "updated_ms", at),
				"{q}:active", scores("j", NOW + 30_010), "{q}:idx:active", scores("j", NOW + 10), "{q}:lane:rr", "1",
				"{q}:lease:seq", "1", "{q}:stats", fields("waiting", "0", "waiting_total", "0", "active", "1",
						"last_activity_ms", at, "last_enqueue_ms", AT_NOW, "last_reserve_ms", at)));
	}

	@Test
	void reserveOfTheLastFreeSlotOfAGroup(Jedis jedis) {
		publish("a", options("a").withGroup("g", 1));
		publish("b", options("b").withGroup("g", 1));
		reserveAt(NOW);
		Map<String, Object> dump = dump(jedis);
		assertThat(dump).containsEntry("{q}:g:g:inflight", "1")
			.containsEntry("{q}:g:g:wait", List.of("b"))
			.doesNotContainKey("{q}:groups:ready");
		assertThat(stats(jedis)).containsEntry("groups_ready", "0")
			.containsEntry("group_waiting", "1")
			.containsEntry("active", "1");
	}

	@Test
	void aServedGroupGoesBehindTheOthers(Jedis jedis) {
		publish("a1", options("a1").withGroup("a", 5));
		publish("a2", options("a2").withGroup("a", 5));
		reserveAt(NOW + 7);
		assertThat(dump(jedis)).containsEntry("{q}:groups:ready", scores("a", NOW + 7));
	}

	@Test
	void anEmptyReserveWritesNothing(Jedis jedis) {
		this.client.reserve(QUEUE, NOW);
		assertThat(dump(jedis)).isEmpty();
	}

	@Test
	void heartbeat(Jedis jedis) {
		publish("j");
		String token = reserveAt(NOW).leaseToken();
		Map<String, Object> before = dump(jedis);
		this.client.heartbeat(QUEUE, "j", token, NOW + 1000);
		String lock = String.valueOf(NOW + 31_000);
		Map<String, Object> expected = new TreeMap<>(before);
		expected.put("{q}:active", scores("j", NOW + 31_000));
		expected.put("{q}:job:j", with(job(before), "lock_until_ms", lock, "updated_ms", String.valueOf(NOW + 1000)));
		assertThat(dump(jedis)).isEqualTo(expected);
	}

	@Test
	void ackSuccess(Jedis jedis) {
		publish("j", options("j").withGroup("g", 1));
		String token = reserveAt(NOW).leaseToken();
		String at = String.valueOf(NOW + 5);
		Map<String, Object> before = dump(jedis);
		this.client.ackSuccess(QUEUE, "j", token, NOW + 5);
		assertThat(dump(jedis)).isEqualTo(Map.of("{q}:job:j",
				with(job(before), "state", "completed", "completed_ms", at, "updated_ms", at, "lease_token", "",
						"lock_until_ms", ""),
				"{q}:completed", List.of("j"), "{q}:idx:completed", scores("j", NOW + 5), "{q}:lane:rr", "1",
				"{q}:lease:seq", "1", "{q}:has_groups", "1", "{q}:g:g:limit", "1", "{q}:stats",
				fields("group_waiting", "0", "waiting_total", "0", "active", "0", "completed_kept", "1", "groups_ready",
						"0", "last_activity_ms", at, "last_enqueue_ms", AT_NOW, "last_reserve_ms", AT_NOW,
						"last_finish_ms", at)));
	}

	@Test
	void ackFailWithAttemptsLeft(Jedis jedis) {
		publish("j");
		String token = reserveAt(NOW).leaseToken();
		String at = String.valueOf(NOW + 5);
		Map<String, Object> before = dump(jedis);
		this.client.ackFail(QUEUE, "j", token, "E: " + "x".repeat(5000), NOW + 5);
		Map<String, Object> expected = new TreeMap<>(before);
		expected.remove("{q}:active");
		expected.remove("{q}:idx:active");
		expected.put("{q}:delayed", scores("j", NOW + 5005));
		expected.put("{q}:idx:delayed", scores("j", NOW + 5));
		expected.put("{q}:job:j",
				with(job(before), "state", "delayed", "due_ms", String.valueOf(NOW + 5005), "updated_ms", at,
						"lease_token", "", "lock_until_ms", "", "last_error", "E: " + "x".repeat(4093), "last_error_ms",
						at));
		expected.put("{q}:stats",
				with(stats(jedis), "active", "0", "delayed", "1", "last_activity_ms", at, "last_finish_ms", at));
		assertThat(dump(jedis)).isEqualTo(expected);
	}

	@Test
	void ackFailOfTheLastAttempt(Jedis jedis) {
		publish("j", options("j").withMaxAttempts(1));
		String token = reserveAt(NOW).leaseToken();
		String at = String.valueOf(NOW + 5);
		Map<String, Object> before = dump(jedis);
		this.client.ackFail(QUEUE, "j", token, null, NOW + 5);
		assertThat(dump(jedis)).containsEntry("{q}:failed", List.of("j"))
			.containsEntry("{q}:idx:failed", scores("j", NOW + 5))
			.doesNotContainKeys("{q}:active", "{q}:idx:active", "{q}:delayed")
			.containsEntry("{q}:job:j", with(job(before), "state", "failed", "failed_ms", at, "updated_ms", at,
					"lease_token", "", "lock_until_ms", ""));
		assertThat(stats(jedis)).containsEntry("failed", "1").containsEntry("active", "0");
	}

	@Test
	void promoteDelayed(Jedis jedis) {
		publish("j", options("j").withDueMs(NOW + 500));
		Map<String, Object> before = dump(jedis);
		this.client.promoteDelayed(QUEUE, 10, NOW + 500);
		String at = String.valueOf(NOW + 500);
		assertThat(dump(jedis)).isEqualTo(Map.of("{q}:job:j", with(job(before), "state", "wait", "updated_ms", at),
				"{q}:wait", List.of("j"), "{q}:idx:wait", scores("j", NOW + 500), "{q}:stats", fields("delayed", "0",
						"waiting", "1", "waiting_total", "1", "last_activity_ms", at, "last_enqueue_ms", AT_NOW)));
	}

	@Test
	void reapExpired(Jedis jedis) {
		publish("j", options("j").withGroup("g", 1));
		reserveAt(NOW);
		Map<String, Object> before = dump(jedis);
		this.client.reapExpired(QUEUE, 10, NOW + 30_000);
		assertThat(dump(jedis)).isEqualTo(Map.of("{q}:job:j",
				with(job(before), "state", "delayed", "due_ms", String.valueOf(NOW + 35_000), "updated_ms", AFTER_30S,
						"lease_token", "", "lock_until_ms", ""),
				"{q}:delayed", scores("j", NOW + 35_000), "{q}:idx:delayed", scores("j", NOW + 30_000), "{q}:lane:rr",
				"1", "{q}:lease:seq", "1", "{q}:has_groups", "1", "{q}:g:g:limit", "1", "{q}:stats",
				fields("group_waiting", "0", "waiting_total", "0", "active", "0", "delayed", "1", "groups_ready", "0",
						"last_activity_ms", AFTER_30S, "last_enqueue_ms", AT_NOW, "last_reserve_ms", AT_NOW)));
	}

	@Test
	void pauseAndResume(Jedis jedis) {
		this.client.pause(QUEUE);
		assertThat(dump(jedis)).isEqualTo(Map.of("{q}:paused", "1"));
		this.client.resume(QUEUE);
		assertThat(dump(jedis)).isEmpty();
	}

	@Test
	void retryFailed(Jedis jedis) {
		publish("j", options("j").withMaxAttempts(1));
		this.client.ackFail(QUEUE, "j", reserveAt(NOW).leaseToken(), "no", NOW);
		Map<String, Object> before = dump(jedis);
		this.client.retryFailed(QUEUE, List.of("j"), NOW + 5);
		String at = String.valueOf(NOW + 5);
		assertThat(dump(jedis)).isEqualTo(
				Map.of("{q}:job:j",
						with(job(before), "state", "wait", "attempt", "0", "due_ms", "", "failed_ms", "", "updated_ms",
								at),
						"{q}:wait", List.of("j"), "{q}:idx:wait", scores("j", NOW + 5), "{q}:lane:rr", "1",
						"{q}:lease:seq", "1", "{q}:stats",
						fields("waiting", "1", "waiting_total", "1", "active", "0", "failed", "0", "last_activity_ms",
								at, "last_enqueue_ms", AT_NOW, "last_reserve_ms", AT_NOW, "last_finish_ms", AT_NOW)));
	}

	@Test
	void removeJobs(Jedis jedis) {
		publish("j");
		this.client.removeJobs(QUEUE, List.of("j"), OmniqLane.WAIT, NOW + 5);
		assertThat(dump(jedis)).isEqualTo(Map.of("{q}:stats", fields("waiting", "0", "waiting_total", "0",
				"last_activity_ms", String.valueOf(NOW + 5), "last_enqueue_ms", AT_NOW)));
	}

	@Test
	void removalThatIsRefusedChangesNothing(Jedis jedis) {
		publish("j", options("j").withGroup("g", 1));
		jedis.rpush("{q}:other", "x");
		Map<String, Object> before = dump(jedis);
		this.client.removeJobs(QUEUE, List.of("j"), OmniqLane.WAIT, NOW + 5);
		assertThat(dump(jedis)).isEqualTo(before);
	}

	@Test
	void children(Jedis jedis) {
		this.client.childsInit("p", 2);
		this.client.childAck("p", "a");
		assertThat(RedisDump.of(jedis, "*"))
			.isEqualTo(Map.of("{cc:p}:count", "1", "{cc:p}:done", new TreeSet<>(List.of("a"))));
	}

	@Test
	void noKeyExpires(Jedis jedis) {
		publish("j", options("j").withGroup("g", 1));
		reserveAt(NOW);
		TestRedis.keys(jedis).forEach((key) -> assertThat(jedis.pttl(key)).isEqualTo(-1));
	}

	private void publish(String id) {
		publish(id, options(id));
	}

	private void publish(String id, OmniqPublishOptions options) {
		this.client.publish(QUEUE, Map.of("id", id), options, NOW);
	}

	private static OmniqPublishOptions options(String id) {
		return OmniqPublishOptions.defaults().withJobId(id);
	}

	private OmniqReserveResult.Job reserveAt(long now) {
		return (OmniqReserveResult.Job) this.client.reserve(QUEUE, now);
	}

	private static Map<String, Object> dump(Jedis jedis) {
		return RedisDump.of(jedis, "{q}*");
	}

	private static Map<String, String> job(Jedis jedis, String id) {
		return jedis.hgetAll("{q}:job:" + id);
	}

	private static Map<String, String> job(Map<String, Object> dump) {
		Map<String, String> job = new TreeMap<>();
		((Map<?, ?>) dump.get("{q}:job:j")).forEach((field, value) -> job.put((String) field, (String) value));
		return job;
	}

	private static Map<String, String> stats(Jedis jedis) {
		return jedis.hgetAll("{q}:stats");
	}

	private static Map<String, Double> scores(String member, long score) {
		return Map.of(member, (double) score);
	}

	private static Map<String, String> waitingJob(String id) {
		return fields("id", id, "payload", "{\"id\":\"" + id + "\"}", "state", "wait", "attempt", "0", "max_attempts",
				"3", "timeout_ms", "30000", "backoff_ms", "5000", "created_ms", AT_NOW, "queued_ms", AT_NOW,
				"updated_ms", AT_NOW, "first_started_ms", "", "last_started_ms", "", "completed_ms", "", "failed_ms",
				"");
	}

	private static Map<String, String> fields(String... pairs) {
		return with(Map.of(), pairs);
	}

	private static Map<String, String> with(Map<String, String> fields, String... pairs) {
		Map<String, String> all = new TreeMap<>(fields);
		for (int i = 0; i < pairs.length; i += 2) {
			all.put(pairs[i], pairs[i + 1]);
		}
		return all;
	}

	private static String sha1(String text) {
		try {
			return HexFormat.of()
				.formatHex(MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
