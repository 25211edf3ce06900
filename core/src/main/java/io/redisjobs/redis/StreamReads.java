package io.redisjobs.redis;

import java.util.List;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnection;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * Reads streams without a script and without a record for each entry, where the driver
 * hands out replies as they are.
 */
public final class StreamReads {

	private static final boolean JEDIS_PRESENT = ClassUtils.isPresent("redis.clients.jedis.Jedis",
			StreamReads.class.getClassLoader());

	private StreamReads() {
	}

	/** Whether entries can be read this way. */
	public static boolean supported(RedisConnectionFactory connections) {
		return JEDIS_PRESENT && Jedis.supports(connections);
	}

	/**
	 * Delivers new entries to a consumer, without waiting.
	 * @return the entries, each an array of its id and its fields
	 */
	public static Reply readNew(RedisConnectionFactory connections, byte[] stream, byte[] group, byte[] consumer,
			int count) {
		Object reply = Connections.use(connections, (connection) -> connection.execute("XREADGROUP", Bytes.of("GROUP"),
				group, consumer, Bytes.of("COUNT"), Bytes.of(count), Bytes.of("STREAMS"), stream, Bytes.of(">")));
		return (reply instanceof List<?> streams && !streams.isEmpty())
				? new Reply((List<?>) ((List<?>) streams.get(0)).get(1)) : new Reply(List.of());
	}

	/** Apart, so that an application without Jedis never loads its types. */
	private static final class Jedis {

		static boolean supports(RedisConnectionFactory connections) {
			if (!(connections instanceof JedisConnectionFactory factory) || factory.isRedisClusterAware()) {
				return false;
			}
			// RESP3 answers with maps
			try (RedisConnection connection = factory.getConnection()) {
				return connection instanceof JedisConnection
						&& connection.execute("CLIENT", Bytes.of("INFO")) instanceof byte[] info
						&& !Bytes.text(info).contains(" resp=3");
			}
		}

	}

}
