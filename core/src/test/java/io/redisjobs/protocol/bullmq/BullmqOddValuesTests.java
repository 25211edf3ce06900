package io.redisjobs.protocol.bullmq;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

import static io.redisjobs.protocol.bullmq.ScriptBench.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** No job is lost, doubled or stuck for a value that is not what it should be. */
@ExtendWith(TestRedis.class)
class BullmqOddValuesTests {

	private Jedis jedis;

	private ScriptBench bench;

	@BeforeEach
	void connect(Jedis jedis) {
		this.jedis = jedis;
		this.bench = new ScriptBench(jedis);
	}

	@ParameterizedTest
	@ValueSource(strings = { "x", "", "1.5", "nan", "inf", "-inf", "-3", "1e300", "9223372036854775807" })
	void fieldsOfAJob(String odd) {
		String[] ids = { "1", "2", "3", "4", "5", "6", "parent" };
		this.bench.add("parent", 0, 0, "waitsForChildren");
		for (int i = 1; i <= 5; i++) {
			this.bench.add("" + i, 0, 0, "");
		}
		this.bench.addChild("6", "parent", "");
		assertThat(this.bench.take(6)).hasSize(6);
		for (String id : ids) {
			for (String field : List.of("atm", "ats", "stc", "priority", "delay", "timestamp", "processedOn")) {
				this.jedis.hset("bull:q:" + id, field, odd);
			}
		}
		assertThat(this.bench.run("moveToDelayed", NOW, "1", "token", 10, 1, "boom", "[]")).containsExactly("delayed");
		assertThat(this.bench.run("retryJob", NOW, "2", "token", 0, "boom", "[]")).containsExactly("waiting");
		assertThat(this.bench.run("moveToWait", "3", "token", 0, 0)).containsExactly("waiting");
		assertThat(this.bench.run("moveToWait", "4", "token", 0, 1)).containsExactly("waiting");
		this.jedis.del("bull:q:5:lock");
		this.jedis.sadd("bull:q:stalled", "5");
		this.bench.run("moveStalledJobsToWait", NOW, "start", 0, 10, 1, 60000, 0);
		assertThat(this.bench.complete("6", "token", "")).isEqualTo("completed");
		assertThat(placesOf(ids)).isEqualTo(Collections.nCopies(ids.length, 1));
		this.jedis.zadd("bull:q:delayed", NOW * 4096.0, "1");
		this.jedis.hset("bull:q:1", "priority", odd);
		List<String> again = new ArrayList<>(this.bench.take(10));
		again.addAll(this.bench.take(10));
		assertThat(again).contains("1", "2", "3", "4", "5").doesNotHaveDuplicates();
		assertThat(placesOf(ids)).isEqualTo(Collections.nCopies(ids.length, 1));
		assertThat(this.jedis.hget("bull:q:1", "ats")).matches("\\d+");
	}

	private List<Integer> placesOf(String... ids) {
		List<Integer> places = new ArrayList<>();
		for (String id : ids) {
			int count = 0;
			for (String list : List.of("wait", "paused", "active")) {
				count += Collections.frequency(this.jedis.lrange("bull:q:" + list, 0, -1), id);
			}
			for (String set : List.of("delayed", "prioritized", "waiting-children", "completed", "failed")) {
				count += (this.jedis.zscore("bull:q:" + set, id) != null) ? 1 : 0;
			}
			places.add(count);
		}
		return places;
	}

	@ParameterizedTest
	@ValueSource(strings = { "x", "", "1.5", "nan", "inf", "-3", "0", "0.2" })
	void fieldsOfMeta(String odd) {
		for (String field : List.of("max", "duration", "concurrency", "opts.maxLenEvents")) {
			this.jedis.flushAll();
			this.jedis.hset("bull:q:meta", Map.of("max", "2", "duration", "60000"));
			this.jedis.hset("bull:q:meta", field, odd);
			this.bench.add();
			this.bench.add();
			List<String> taken = this.bench.take(2);
			assertThat(placesOf("1", "2")).as(field).containsExactly(1, 1);
			assertThat(this.jedis.lrange("bull:q:active", 0, -1)).as(field).containsExactlyInAnyOrderElementsOf(taken);
			if (!taken.isEmpty() && this.jedis.exists("bull:q:limiter")) {
				assertThat(this.jedis.pttl("bull:q:limiter")).as(field).isNotEqualTo(-1);
			}
			taken.forEach((id) -> assertThat(this.bench.fail(id, "")).as(field).isEqualTo("failed"));
			assertThat(placesOf("1", "2")).as(field).containsExactly(1, 1);
		}
	}

	@Test
	void aLimiterThatNeverEndsOrIsNoNumberStartsAnew() {
		this.jedis.hset("bull:q:meta", Map.of("max", "2", "duration", "60000"));
		for (String odd : List.of("x", "1", "77", "0.5", "1.5", "nan", "-3")) {
			this.jedis.set("bull:q:limiter", odd);
			this.bench.add();
			assertThat(this.bench.take(2)).as(odd).hasSize(1);
			assertThat(this.jedis.pttl("bull:q:limiter")).as(odd).isPositive();
		}
	}

	@Test
	void aLimiterOfTheWrongTypeKeepsNoJobFromEndingAndStartsAnew() {
		this.bench.add();
		this.bench.add();
		this.bench.take(1);
		this.jedis.hset("bull:q:meta", Map.of("max", "2", "duration", "60000"));
		this.jedis.rpush("bull:q:limiter", "oops");
		List<Object> reply = this.bench.run("moveToCompleted", NOW, 1, "second", 30000, "", "", "", 1, "", "", "", "1",
				"token", "null", "");
		assertThat(ScriptBench.ids(reply)).containsExactly("2");
		assertThat(this.jedis.zrange("bull:q:completed", 0, -1)).containsExactly("1");
		assertThat(this.jedis.get("bull:q:limiter")).isEqualTo("1");
		assertThat(this.jedis.pttl("bull:q:limiter")).isPositive();
	}

	@Test
	void typesAreLookedAtBeforeTheStalledCheckForgetsWhatItHasSeen() {
		this.bench.add();
		this.bench.take(1);
		this.jedis.del("bull:q:1:lock");
		this.jedis.sadd("bull:q:stalled", "1");
		this.jedis.set("bull:q:delayed", "oops");
		assertThatExceptionOfType(JedisDataException.class)
			.isThrownBy(() -> this.bench.run("moveStalledJobsToWait", NOW, "start", 0, 10, 1, 60000, 0));
		assertThat(this.jedis.smembers("bull:q:stalled")).containsExactly("1");
		this.jedis.del("bull:q:delayed");
		assertThat(this.bench.run("moveStalledJobsToWait", NOW, "recover", 0, 10, 1, 60000, 0).get(2))
			.isEqualTo(List.of("1"));
	}

	@Test
	void aCounterOfPrioritiesThatIsNoNumberStartsAnew() {
		this.jedis.set("bull:q:pc", "x");
		this.bench.add("a", 0, 3, "");
		this.bench.add("b", 0, 3, "");
		assertThat(this.bench.take(2)).containsExactly("a", "b");
	}

	@Test
	void anIterationIsAddedThoughItsSchedulersCountIsNoNumber() {
		this.jedis.zadd("bull:q:repeat", NOW, "s");
		this.jedis.hset("bull:q:repeat:s", Map.of("name", "n", "ic", "x"));
		assertThat(this.bench.run("addIteration", NOW, "s", NOW, NOW + 1000, "{}", "{}", 0, 0, ""))
			.containsExactly("added", "repeat:s:" + (NOW + 1000));
		assertThat(this.jedis.hget("bull:q:repeat:s", "ic")).isEqualTo("1");
		assertThat(this.jedis.zscore("bull:q:delayed", "repeat:s:" + (NOW + 1000))).isNotNull();
	}

	@Test
	void brokenMetricsKeepNoJobFromEnding() {
		this.bench.add();
		this.bench.take(1);
		this.jedis.hset("bull:q:metrics:failed", "count", "x");
		assertThat(this.bench.run("moveToFailed", NOW, "1", "token", "boom", "[]", 0, 0, "", "", 10))
			.containsExactly("failed");
	}

	@Test
	void typesAreLookedAtBeforeAJobWaitsForItsChildrenOrIsPromoted() {
		this.bench.add("p", 0, 0, "");
		this.bench.take(1);
		this.bench.addChild("c", "p", "");
		this.jedis.set("bull:q:waiting-children", "oops");
		assertThatExceptionOfType(JedisDataException.class)
			.isThrownBy(() -> this.bench.run("moveToWaitingChildren", NOW, "p", "token"));
		assertThat(this.jedis.lrange("bull:q:active", 0, -1)).containsExactly("p");
		this.bench.add("plain", 1, 0, "");
		this.bench.add("urgent", 1, 3, "");
		this.jedis.set("bull:q:prioritized", "oops");
		for (int i = 0; i < 2; i++) {
			assertThatExceptionOfType(JedisDataException.class).isThrownBy(() -> this.bench.take(1));
		}
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly("c");
		assertThat(this.jedis.zcard("bull:q:delayed")).isEqualTo(2);
	}

	@Test
	void aParentIsNotLostForAKeyOfTheWrongTypeInItsQueue() {
		this.bench.add("p", 0, 4, "waitsForChildren");
		this.bench.addChild("c", "p", "");
		this.bench.take(1);
		this.jedis.hset("bull:other:meta", "version", "1");
		this.jedis.hset("bull:q:c",
				Map.of("parentKey", "bull:other:x", "parent", "{\"id\":\"x\",\"queueKey\":\"bull:other\"}"));
		this.jedis.hset("bull:other:x", "name", "n");
		this.jedis.zadd("bull:other:waiting-children", NOW, "x");
		this.jedis.sadd("bull:other:x:dependencies", "bull:q:c");
		this.jedis.set("bull:other:prioritized", "oops");
		assertThat(this.bench.complete("c", "token", "")).isEqualTo("untoldParent bull:other:x");
		assertThat(this.jedis.zscore("bull:other:waiting-children", "x")).isNotNull();
	}

}
