package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.util.function.Supplier;

import io.redisjobs.redis.Reply;
import org.jspecify.annotations.Nullable;

/** The counters of children that are outstanding; they belong to no queue. */
final class OmniqChildren {

	private final OmniqScripts scripts;

	private final Supplier<@Nullable Duration> ttl;

	OmniqChildren(OmniqScripts scripts, Supplier<@Nullable Duration> ttl) {
		this.scripts = scripts;
		this.ttl = ttl;
	}

	void init(String key, int expected) {
		check("CHILDS_INIT", key, "", this.scripts.childsInit(key, expected, ttlMs()));
	}

	long ack(String key, String childId) {
		return check("CHILD_ACK", key, childId, this.scripts.childAck(key, childId, ttlMs())).number(1);
	}

	private static Reply check(String operation, String key, String childId, Reply reply) {
		if (!reply.text(0).equals("OK")) {
			throw new OmniqException(operation, key, childId, reply.text(1));
		}
		return reply;
	}

	private long ttlMs() {
		Duration ttl = this.ttl.get();
		return (ttl != null) ? ttl.toMillis() : 0;
	}

}
