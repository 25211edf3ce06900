package io.redisjobs.protocol.omniq;

import java.util.Map;

import redis.clients.jedis.Jedis;

/**
 * Leaves the state of OmniQ clients of the first generation, which know neither counters
 * nor time indexes.
 */
final class FirstGenerationClient {

	private final Jedis jedis;

	private final String base;

	FirstGenerationClient(Jedis jedis, String queue) {
		this.jedis = jedis;
		this.base = "{" + queue + "}";
	}

	/** Publishes without looking whether the id exists. */
	void publish(String id, String gid, long now) {
		publish(id, "[1]", gid, now);
	}

	void publish(String id, String payload, String gid, long now) {
		this.jedis.hset(job(id),
				Map.of("id", id, "payload", payload, "state", "wait", "attempt", "0", "max_attempts", "3", "timeout_ms",
						"30000", "backoff_ms", "5000", "created_ms", "" + now, "queued_ms", "" + now, "updated_ms",
						"" + now));
		if (gid.isEmpty()) {
			this.jedis.rpush(this.base + ":wait", id);
			return;
		}
		this.jedis.hset(job(id), "gid", gid);
		this.jedis.set(this.base + ":has_groups", "1");
		this.jedis.rpush(group(gid) + ":wait", id);
		if (number(group(gid) + ":inflight", 0) < number(group(gid) + ":limit", 1)) {
			this.jedis.zadd(this.base + ":groups:ready", now, gid);
		}
	}

	/** Takes the next job of a group, or of the ungrouped line. */
	String reserve(String gid, long now) {
		String id = this.jedis.lpop(gid.isEmpty() ? this.base + ":wait" : group(gid) + ":wait");
		this.jedis.hset(job(id),
				Map.of("state", "active", "lease_token", "t-" + id, "lock_until_ms", "" + (now + 30000)));
		this.jedis.hincrBy(job(id), "attempt", 1);
		this.jedis.zadd(this.base + ":active", now + 30000, id);
		if (!gid.isEmpty()) {
			this.jedis.zrem(this.base + ":groups:ready", gid);
			this.jedis.incr(group(gid) + ":inflight");
		}
		return id;
	}

	/** Acknowledges a success. */
	void complete(String id, String gid) {
		this.jedis.zrem(this.base + ":active", id);
		this.jedis.hset(job(id), Map.of("state", "completed", "lease_token", "", "lock_until_ms", ""));
		if (!gid.isEmpty()) {
			this.jedis.decr(group(gid) + ":inflight");
		}
		this.jedis.lpush(this.base + ":completed", id);
	}

	private String job(String id) {
		return this.base + ":job:" + id;
	}

	private String group(String gid) {
		return this.base + ":g:" + gid;
	}

	private long number(String key, long otherwise) {
		String stored = this.jedis.get(key);
		return (stored != null) ? Long.parseLong(stored) : otherwise;
	}

}
