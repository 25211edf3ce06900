package io.redisjobs.redis;

import java.util.function.Function;

import redis.clients.jedis.UnifiedJedis;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnection;
import org.springframework.util.ClassUtils;

/** Borrows the application's connections. */
final class Connections {

	static final boolean JEDIS_PRESENT = ClassUtils.isPresent("redis.clients.jedis.UnifiedJedis",
			Connections.class.getClassLoader());

	private Connections() {
	}

	/**
	 * Does something with a connection and gives it back.
	 * @param work leaves no pipeline open
	 */
	static <T> T use(RedisConnectionFactory factory, Function<RedisConnection, T> work) {
		RedisConnection connection = factory.getConnection();
		try {
			return work.apply(connection);
		}
		finally {
			if (!JEDIS_PRESENT || !Jedis.holdsNothing(connection)) {
				connection.close();
			}
		}
	}

	/** Apart, so that an application without Jedis never loads its types. */
	private static final class Jedis {

		// The pooled client borrows a connection for each command. Closing what stands in
		// for it gives nothing back, but creates an exception with its stack trace.
		static boolean holdsNothing(RedisConnection connection) {
			return connection.getClass() == JedisConnection.class
					&& connection.getNativeConnection() instanceof UnifiedJedis;
		}

	}

}
