package io.redisjobs.redis;

import java.nio.ByteBuffer;
import java.util.List;

import io.lettuce.core.AbstractRedisAsyncCommands;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.TrackingArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.push.PushMessage;
import io.lettuce.core.masterreplica.StatefulRedisMasterReplicaConnection;

import org.springframework.data.redis.connection.RedisConnection;

/**
 * Invalidations by Lettuce: a connection that speaks RESP3 hears the answers between
 * replies.
 */
final class LettuceInvalidations implements Invalidations {

	private static final String TYPE = "invalidate";

	private final DedicatedConnection connection;

	private volatile boolean ended;

	private LettuceInvalidations(DedicatedConnection connection) {
		this.connection = connection;
	}

	static boolean handles(RedisConnection connection) {
		return connection.getNativeConnection() instanceof AbstractRedisAsyncCommands<?, ?> commands
				&& commands.getConnection() instanceof StatefulRedisConnection<?, ?>;
	}

	/** Opens them over a connection, which is closed with them. */
	static LettuceInvalidations open(DedicatedConnection connection, Listener listener) {
		LettuceInvalidations invalidations = new LettuceInvalidations(connection);
		AbstractRedisAsyncCommands<?, ?> commands = (AbstractRedisAsyncCommands<?, ?>) connection.redis()
			.getNativeConnection();
		StatefulRedisConnection<?, ?> stateful = (StatefulRedisConnection<?, ?>) commands.getConnection();
		if (stateful instanceof StatefulRedisMasterReplicaConnection<?, ?>) {
			// what the connections behind it hear stays there
			throw new UnsupportedOperationException(
					"Lettuce hands nothing on where it chooses among a master and its replicas (read-from, static nodes).");
		}
		if (!ClientCommands.await(commands.clientInfo()).contains(" resp=3")) {
			throw new UnsupportedOperationException("Lettuce is told by RESP3 only, see its ClientOptions.");
		}
		stateful.addListener((PushMessage message) -> hear(message, listener));
		stateful.addListener(new RedisConnectionStateListener() {

			@Override
			public void onRedisDisconnected(RedisChannelHandler<?, ?> any) {
				if (!invalidations.ended) {
					listener.lost();
				}
			}

		});
		ClientCommands.await(commands.clientTracking(TrackingArgs.Builder.enabled()));
		return invalidations;
	}

	private static void hear(PushMessage message, Listener listener) {
		if (!message.getType().equals(TYPE)) {
			return;
		}
		// without keys when the server was emptied
		if (message.getContent().get(1) instanceof List<?> keys) {
			keys.forEach((key) -> listener.changed(bytes((ByteBuffer) key)));
		}
		else {
			listener.allChanged();
		}
	}

	private static byte[] bytes(ByteBuffer buffer) {
		byte[] bytes = new byte[buffer.remaining()];
		buffer.duplicate().get(bytes);
		return bytes;
	}

	@Override
	public void track(List<List<byte[]>> keys) {
		Invalidations.read(this.connection.redis(), keys);
	}

	@Override
	public void check() {
		this.connection.redis().ping();
	}

	@Override
	public void close() {
		this.ended = true;
		this.connection.close();
	}

}
