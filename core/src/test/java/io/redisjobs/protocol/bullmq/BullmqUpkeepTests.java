package io.redisjobs.protocol.bullmq;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import static io.redisjobs.protocol.bullmq.ScriptBench.NOW;
import static org.assertj.core.api.Assertions.assertThat;

/** What pausing, schedulers and the small scripts leave in Redis. */
@ExtendWith(TestRedis.class)
class BullmqUpkeepTests {

	private Jedis jedis;

	private ScriptBench bench;

	@BeforeEach
	void connect(Jedis jedis) {
		this.jedis = jedis;
		this.bench = new ScriptBench(jedis);
	}

	@Test
	void aPauseMovesTheJobsAsideAndResumingBringsThemBack() {
		this.bench.add();
		this.bench.add();
		this.bench.run("pause");
		assertThat(this.jedis.lrange("bull:q:paused", 0, -1)).containsExactly("2", "1");
		assertThat(this.jedis.hget("bull:q:meta", "paused")).isEqualTo("1");
		assertThat(this.jedis.exists("bull:q:wait", "bull:q:marker")).isZero();
		this.bench.run("resume");
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly("2", "1");
		assertThat(this.jedis.hexists("bull:q:meta", "paused")).isFalse();
		assertThat(this.jedis.zscore("bull:q:marker", "0")).isZero();
		assertThat(this.bench.events(4)).containsExactly("paused", "resumed");
	}

	@Test
	void jobsThatOthersAddedToEitherListDuringAPauseAreKeptOldestFirst() {
		for (int i = 0; i < 5; i++) {
			this.bench.add();
			this.jedis.hset("bull:q:" + (i + 1), "timestamp", "" + (NOW + i));
		}
		this.jedis.del("bull:q:wait");
		this.jedis.rpush("bull:q:paused", "2", "1");
		this.jedis.rpush("bull:q:wait", "5", "4", "3");
		this.bench.run("resume");
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly("5", "4", "3", "2", "1");
		this.jedis.del("bull:q:wait");
		this.jedis.rpush("bull:q:wait", "3", "2", "1");
		this.jedis.rpush("bull:q:paused", "5", "4");
		this.bench.run("pause");
		assertThat(this.jedis.lrange("bull:q:paused", 0, -1)).containsExactly("5", "4", "3", "2", "1");
		assertThat(this.jedis.exists("bull:q:wait")).isFalse();
	}

	@Test
	void longListsAreMergedInOrder() {
		String[] waiting = IntStream.range(0, 2500).mapToObj((i) -> "w" + i).toArray(String[]::new);
		String[] paused = IntStream.range(0, 3500).mapToObj((i) -> "p" + i).toArray(String[]::new);
		String[] merged = Stream.concat(Stream.of(waiting), Stream.of(paused)).toArray(String[]::new);
		this.jedis.hset("bull:q:w2499", "timestamp", "" + (NOW + 1));
		this.jedis.hset("bull:q:p3499", "timestamp", "" + NOW);
		this.jedis.rpush("bull:q:wait", waiting);
		this.jedis.rpush("bull:q:paused", paused);
		this.bench.run("resume");
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly(merged);
		this.jedis.del("bull:q:wait");
		this.jedis.rpush("bull:q:wait", paused);
		this.jedis.rpush("bull:q:paused", waiting);
		this.jedis.hset("bull:q:p3499", "timestamp", "" + (NOW + 2));
		this.bench.run("pause");
		assertThat(this.jedis.lrange("bull:q:paused", 0, -1))
			.containsExactly(Stream.concat(Stream.of(paused), Stream.of(waiting)).toArray(String[]::new));
	}

	@Test
	void progressIsStoredAndAnnounced() {
		this.bench.add();
		assertThat(this.bench.run("updateProgress", "1", "42")).isEqualTo(List.of("updated"));
		assertThat(this.bench.run("updateProgress", "2", "42")).isEqualTo(List.of("gone"));
		assertThat(this.jedis.hget("bull:q:1", "progress")).isEqualTo("42");
		assertThat(this.bench.events(2)).containsExactly("progress data=42 jobId=1");
	}

	@Test
	void asManyLogLinesAreKeptAsTheJobWants() {
		this.bench.add();
		this.bench.run("addLog", "1", "a", 2);
		this.bench.run("addLog", "1", "b", 2);
		assertThat(this.bench.run("addLog", "1", "c", 2)).isEqualTo(List.of("added", "2"));
		assertThat(this.jedis.lrange("bull:q:1:logs", 0, -1)).containsExactly("b", "c");
		assertThat(this.bench.run("addLog", "2", "a", "")).isEqualTo(List.of("gone", "0"));
	}

	@Test
	void jobsAreCountedByState() {
		this.bench.add();
		this.bench.add();
		this.bench.add("", 1000, 0, "");
		this.bench.add("", 0, 1, "");
		this.bench.add("p", 0, 0, "waitsForChildren");
		this.bench.take(1);
		assertThat(this.bench.run("getCounts")).isEqualTo(List.of("0", "1", "0", "1", "1", "1", "1", "0", "0",
				List.of("" + NOW, "{\"attempts\":0}", "" + NOW, "{\"attempts\":0}", "" + NOW, "{\"attempts\":0}"),
				"" + (NOW + 1000)));
	}

	@Test
	void aJobIsFoundWhereverItStands() {
		this.bench.add();
		assertThat(this.bench.run("getJob", "1", 10)).startsWith("waiting");
		this.bench.take(1);
		assertThat(this.bench.run("getJob", "1", 10)).startsWith("active");
		this.bench.fail("1", "");
		assertThat(this.bench.run("getJob", "1", 10)).startsWith("failed");
		this.bench.add("later", 1000, 0, "");
		assertThat(this.bench.run("getJob", "later", 10)).startsWith("delayed").endsWith("" + (NOW + 1000));
		assertThat(this.bench.run("getJob", "nobody", 10)).isEmpty();
	}

	@Test
	void theNextIterationOfASchedulerIsAddedOnce() {
		this.jedis.zadd("bull:q:repeat", NOW, "s");
		this.jedis.hset("bull:q:repeat:s", Map.of("name", "n", "every", "1000", "ic", "1", "data", "{\"x\":1}"));
		this.jedis.hset("bull:q:repeat:s:" + NOW, Map.of("name", "n"));
		assertThat(this.bench.run("getScheduler", "s")).isEqualTo(List.of("" + NOW, "1000", "nil"));
		assertThat(iteration()).isEqualTo(List.of("added", "repeat:s:" + (NOW + 1000)));
		assertThat(iteration()).startsWith("stale");
		assertThat(this.jedis.zscore("bull:q:repeat", "s")).isEqualTo(NOW + 1000.0);
		assertThat(this.jedis.hget("bull:q:repeat:s", "ic")).isEqualTo("2");
		assertThat(this.jedis.hget("bull:q:repeat:s:" + NOW, "nrjid")).isEqualTo("repeat:s:" + (NOW + 1000));
		assertThat(this.jedis.hgetAll("bull:q:repeat:s:" + (NOW + 1000))).isEqualTo(Map.of("name", "n", "data",
				"{\"x\":1}", "opts", "{}", "timestamp", "" + NOW, "delay", "1000", "priority", "0", "rjk", "s"));
		assertThat(this.jedis.zscore("bull:q:delayed", "repeat:s:" + (NOW + 1000))).isEqualTo((NOW + 1000) * 4096.0);
		assertThat(this.bench.events(0)).containsExactly("added jobId=repeat:s:" + (NOW + 1000) + " name=n",
				"delayed delay=" + (NOW + 1000) + " jobId=repeat:s:" + (NOW + 1000));
	}

	private List<Object> iteration() {
		return this.bench.run("addIteration", NOW, "s", NOW, NOW + 1000, "{}", "{}", 0, 0, "");
	}

}
