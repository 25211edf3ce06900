package io.redisjobs.protocol.omniq;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.test.TestRedis;
import redis.clients.jedis.Jedis;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** What the OmniQ tests share: connections, clients, queues, and the cross-checks. */
final class OmniqFixture implements AutoCloseable {

	private final JedisConnectionFactory connections;

	private final ContractScripts scripts;

	OmniqFixture() {
		this(new JedisConnectionFactory(new RedisStandaloneConfiguration(TestRedis.host(), TestRedis.port())));
	}

	OmniqFixture(JedisConnectionFactory connections) {
		this.connections = connections;
		connections.afterPropertiesSet();
		connections.start();
		this.scripts = ContractScripts.bundled("omniq", new ScriptRunner(connections), OmniqScripts.NAMES);
	}

	JedisConnectionFactory connections() {
		return this.connections;
	}

	OmniqScripts scripts() {
		return new OmniqScripts(this.scripts);
	}

	OmniqClient client() {
		return client(OmniqSettings.defaults());
	}

	OmniqClient client(OmniqSettings settings) {
		return new OmniqClient(this.scripts, Clock.systemUTC(), JsonMapper.shared(), (queue) -> settings);
	}

	OmniqJobQueue queue(String name, OmniqSettings settings) {
		return queue(name, settings, Clock.systemUTC());
	}

	OmniqJobQueue queue(String name, OmniqSettings settings, Clock clock) {
		return (OmniqJobQueue) new OmniqProtocol(this.scripts, clock)
			.open(new QueueDefinition(name, Duration.ofSeconds(30), null, settings));
	}

	@Override
	public void close() {
		this.connections.destroy();
	}

	/** Lanes, hashes, indexes, counters and groups of a queue must agree. */
	static void checkQueue(Jedis jedis, String queue) {
		String base = "{" + queue + "}";
		Map<String, Long> groupActive = new HashMap<>();
		Map<String, String> stats = jedis.hgetAll(base + ":stats");
		List<String> wait = jedis.lrange(base + ":wait", 0, -1);
		List<String> active = jedis.zrange(base + ":active", 0, -1);
		Map<String, List<String>> lanes = Map.of("active", active, "delayed", jedis.zrange(base + ":delayed", 0, -1),
				"failed", jedis.lrange(base + ":failed", 0, -1), "completed", jedis.lrange(base + ":completed", 0, -1));
		lanes.forEach((lane, ids) -> {
			checkLane(jedis, base, lane, ids);
			String field = lane.equals("completed") ? "completed_kept" : lane;
			assertThat(Long.parseLong(stats.getOrDefault(field, "0"))).as(field).isEqualTo(ids.size());
			assertThat(jedis.zrange(base + ":idx:" + lane, 0, -1)).as("idx:" + lane)
				.containsExactlyInAnyOrderElementsOf(ids);
		});
		List<String> line = new ArrayList<>(wait);
		Set<String> groupLines = jedis.keys(base + ":g:*:wait");
		groupLines.forEach((key) -> line.addAll(jedis.lrange(key, 0, -1)));
		checkLane(jedis, base, "wait", line);
		assertThat(Long.parseLong(stats.getOrDefault("waiting", "0"))).as("waiting").isEqualTo(wait.size());
		assertThat(Long.parseLong(stats.getOrDefault("group_waiting", "0"))).as("group_waiting")
			.isEqualTo(line.size() - wait.size());
		assertThat(Long.parseLong(stats.getOrDefault("waiting_total", "0"))).as("waiting_total").isEqualTo(line.size());
		assertThat(jedis.zrange(base + ":idx:wait", 0, -1)).as("idx:wait").containsExactlyInAnyOrderElementsOf(line);
		assertThat(Long.parseLong(stats.getOrDefault("groups_ready", "0"))).as("groups_ready")
			.isEqualTo(jedis.zcard(base + ":groups:ready"));
		for (String id : active) {
			String gid = jedis.hget(base + ":job:" + id, "gid");
			if (gid != null) {
				groupActive.merge(gid, 1L, Long::sum);
			}
		}
		Map<String, Long> inflight = new HashMap<>();
		String prefix = base + ":g:";
		for (String key : jedis.keys(prefix + "*:inflight")) {
			inflight.put(key.substring(prefix.length(), key.length() - ":inflight".length()),
					Long.parseLong(jedis.get(key)));
		}
		assertThat(inflight).as("inflight").isEqualTo(groupActive);
		for (String key : groupLines) {
			String gid = key.substring(prefix.length(), key.length() - ":wait".length());
			String limit = jedis.get(prefix + gid + ":limit");
			boolean free = inflight.getOrDefault(gid, 0L) < ((limit != null) ? Long.parseLong(limit) : 1);
			assertThat(jedis.zscore(base + ":groups:ready", gid) != null).as("group " + gid + " ready").isEqualTo(free);
		}
	}

	private static void checkLane(Jedis jedis, String base, String state, List<String> ids) {
		assertThat(ids).as(state).doesNotHaveDuplicates();
		for (String id : ids) {
			assertThat(jedis.hget(base + ":job:" + id, "state")).as("state of " + id).isEqualTo(state);
		}
	}

}
