package io.redisjobs.redis;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Tells what kind of Redis an application is connected to, without asking it. */
public final class Topology {

	private Topology() {
	}

	/** Whether the connections lead to a cluster. */
	public static boolean isCluster(RedisConnectionFactory connections) {
		if (connections instanceof JedisConnectionFactory jedis) {
			return jedis.isRedisClusterAware();
		}
		return isLettuceCluster(connections);
	}

	private static boolean isLettuceCluster(RedisConnectionFactory connections) {
		return connections instanceof LettuceConnectionFactory lettuce && lettuce.isClusterAware();
	}

	/**
	 * Whether calls can be written ahead of their replies. Jedis does not do so on a
	 * cluster, and Lettuce does not tell which of them failed.
	 */
	static boolean pipelines(RedisConnectionFactory connections) {
		return connections instanceof JedisConnectionFactory jedis && !jedis.isRedisClusterAware();
	}

}
