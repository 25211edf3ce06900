package io.redisjobs.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.BinaryJedisPubSub;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.connection.RedisConnection;

/**
 * Invalidations by Jedis: a connection asks, and another that is subscribed to a channel
 * hears the answers on a thread of its own.
 */
final class JedisInvalidations implements Invalidations {

	private static final byte[] CHANNEL = Bytes.of("__redis__:invalidate");

	private final DedicatedConnection listening;

	private final DedicatedConnection asking;

	private final Subscription subscription;

	private JedisInvalidations(DedicatedConnection listening, DedicatedConnection asking, Subscription subscription) {
		this.listening = listening;
		this.asking = asking;
		this.subscription = subscription;
	}

	static boolean handles(RedisConnection connection) {
		return connection.getNativeConnection() instanceof Jedis;
	}

	/** Opens them over a connection, which is closed with them. */
	static JedisInvalidations open(DedicatedConnection connection, Listener listener) {
		Subscription subscription = new Subscription(listener);
		DedicatedConnection asking = null;
		try {
			// before anything is asked, because what comes earlier is lost
			subscription.begin(((Jedis) connection.redis().getNativeConnection()).getConnection());
			asking = connection.another();
			asking.redis()
				.execute("CLIENT", Bytes.of("TRACKING"), Bytes.of("ON"), Bytes.of("REDIRECT"),
						Bytes.of(connection.clientId()));
			return new JedisInvalidations(connection, asking, subscription);
		}
		catch (RuntimeException | Error ex) {
			subscription.end();
			if (asking != null) {
				asking.close();
			}
			throw ex;
		}
	}

	@Override
	public void track(List<List<byte[]>> keys) {
		Invalidations.read(this.asking.redis(), keys);
	}

	@Override
	public void check() {
		this.asking.redis().ping();
		// a ping's answer would be kept by the driver for ever
		this.subscription.subscribe(CHANNEL);
	}

	@Override
	public void close() {
		this.subscription.end();
		this.asking.close();
		this.listening.close();
	}

	/** Hears what comes in the channel. */
	private static final class Subscription extends BinaryJedisPubSub {

		private final Listener listener;

		private final CompletableFuture<Void> begun = new CompletableFuture<>();

		private volatile boolean ended;

		Subscription(Listener listener) {
			this.listener = listener;
		}

		void begin(Connection connection) {
			Thread thread = new Thread(() -> listen(connection), "redis-jobs-watch");
			thread.setDaemon(true);
			thread.start();
			TimeLimit.await(KeyTracker.ANSWER_LIMIT, this.begun);
		}

		private void listen(Connection connection) {
			try {
				proceed(connection, CHANNEL);
			}
			catch (Throwable ex) {
				this.begun.completeExceptionally(ex);
			}
			if (!this.ended) {
				this.listener.lost();
			}
		}

		@Override
		public void onSubscribe(byte[] channel, int subscribedChannels) {
			this.begun.complete(null);
		}

		@Override
		public void onMessage(byte[] channel, byte @Nullable [] key) {
			// without a key when the server was emptied
			if (key != null) {
				this.listener.changed(key);
			}
			else {
				this.listener.allChanged();
			}
		}

		void end() {
			this.ended = true;
		}

	}

}
