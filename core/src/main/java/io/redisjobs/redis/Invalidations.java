package io.redisjobs.redis;

import java.util.List;

/**
 * What a server tells of changes to keys, of each key once after it was asked for it.
 */
interface Invalidations extends AutoCloseable {

	/** Asks to be told of the next change to any of these keys. */
	void track(List<byte[]> keys);

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
