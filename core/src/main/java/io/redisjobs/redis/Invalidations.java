package io.redisjobs.redis;

import java.util.List;

import org.springframework.data.redis.connection.RedisConnection;

/**
 * What a server tells of changes to keys, of each key once after it was asked for it.
 */
interface Invalidations extends AutoCloseable {

	/**
	 * Asks to be told of the next change to any of these keys.
	 * @param keys on a cluster each list is of one slot
	 */
	void track(List<List<byte[]>> keys);

	/** Reads keys, which is what a server remembers, without waiting in between. */
	static void read(RedisConnection redis, List<List<byte[]>> keys) {
		if (keys.size() == 1) {
			redis.keyCommands().exists(keys.get(0).toArray(byte[][]::new));
			return;
		}
		redis.openPipeline();
		try {
			keys.forEach((some) -> redis.keyCommands().exists(some.toArray(byte[][]::new)));
		}
		finally {
			redis.closePipeline();
		}
	}

	/** Sees to it that a server that is gone shows. */
	void check();

	/** Cuts the connections from any thread, without a word to Redis. */
	@Override
	void close();

	/** Hears what the server tells; must not block. */
	interface Listener {

		/** A key was changed. */
		void changed(byte[] key);

		/** All keys may have been changed. */
		void allChanged();

		/** Nothing will be told any more. */
		void lost();

	}

}
