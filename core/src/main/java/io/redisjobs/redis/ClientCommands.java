package io.redisjobs.redis;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

import io.lettuce.core.AbstractRedisAsyncCommands;
import io.lettuce.core.UnblockType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import redis.clients.jedis.Connection;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.util.ClassUtils;

/** The CLIENT commands that Spring Data Redis does not have, by driver. */
final class ClientCommands {

	static final boolean LETTUCE_PRESENT = ClassUtils.isPresent("io.lettuce.core.RedisClient",
			ClientCommands.class.getClassLoader());

	private ClientCommands() {
	}

	static long id(RedisConnection connection) {
		if (LETTUCE_PRESENT && Lettuce.handles(connection)) {
			return Lettuce.id(connection);
		}
		return number(connection.execute("CLIENT", Bytes.of("ID")));
	}

	/** Ends another client's blocking command; answers whether it was in one. */
	static boolean unblock(RedisConnection connection, long client) {
		if (LETTUCE_PRESENT && Lettuce.handles(connection)) {
			return Lettuce.unblock(connection, client) == 1;
		}
		return number(connection.execute("CLIENT", Bytes.of("UNBLOCK"), Bytes.of(client))) == 1;
	}

	/**
	 * How to close a connection's socket from any thread, which ends the command under
	 * way.
	 */
	static Runnable cut(RedisConnection connection) {
		if (LETTUCE_PRESENT && Lettuce.handles(connection)) {
			return Lettuce.cut(connection);
		}
		return Connections.JEDIS_PRESENT ? Jedis.cut(connection) : () -> {
		};
	}

	/** Whether closing a connection sends a command first. */
	static boolean saysFarewell(RedisConnection connection) {
		return !LETTUCE_PRESENT || !Lettuce.handles(connection);
	}

	/** Waits for the reply to a CLIENT command. */
	static <T> T await(Future<T> reply) {
		try {
			return reply.get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for Redis", ex);
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("Redis refused a CLIENT command", ex.getCause());
		}
	}

	private static long number(Object reply) {
		return ((Number) reply).longValue();
	}

	/** Apart, so that an application without Lettuce never loads its types. */
	private static final class Lettuce {

		static boolean handles(RedisConnection connection) {
			return connection.getNativeConnection() instanceof RedisClusterAsyncCommands;
		}

		static long id(RedisConnection connection) {
			return await(commands(connection).clientId());
		}

		static long unblock(RedisConnection connection, long client) {
			return await(commands(connection).clientUnblock(client, UnblockType.TIMEOUT));
		}

		static Runnable cut(RedisConnection connection) {
			return (connection.getNativeConnection() instanceof AbstractRedisAsyncCommands<?, ?> commands)
					? commands.getConnection()::closeAsync : () -> {
					};
		}

		private static RedisClusterAsyncCommands<?, ?> commands(RedisConnection connection) {
			return (RedisClusterAsyncCommands<?, ?>) connection.getNativeConnection();
		}

	}

	/** Apart, so that an application without Jedis never loads its types. */
	private static final class Jedis {

		static Runnable cut(RedisConnection connection) {
			return (connection.getNativeConnection() instanceof redis.clients.jedis.Jedis jedis)
					? () -> cut(jedis.getConnection()) : () -> {
					};
		}

		private static void cut(Connection connection) {
			try {
				connection.forceDisconnect();
			}
			catch (IOException ex) {
				// it is closed already
			}
		}

	}

}
