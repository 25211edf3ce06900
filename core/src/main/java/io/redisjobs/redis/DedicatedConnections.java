package io.redisjobs.redis;

import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisNode;

/**
 * Opens connections outside the application's pool, with the application's settings. On a
 * cluster they lead to one node.
 */
final class DedicatedConnections {

	private static final Log logger = LogFactory.getLog(DedicatedConnections.class);

	private final RedisConnectionFactory shared;

	private final Supplier<@Nullable RedisNode> node;

	private final @Nullable String clientName;

	private DedicatedConnections(RedisConnectionFactory shared, Supplier<@Nullable RedisNode> node,
			@Nullable String clientName) {
		this.shared = shared;
		this.node = node;
		// all that Redis accepts in a name
		this.clientName = (clientName != null) ? clientName.replaceAll("[^!-~]", "-") : null;
	}

	/** Connections that lead to wherever a key is when they are opened. */
	static DedicatedConnections toKey(RedisConnectionFactory shared, byte[] key, @Nullable String clientName) {
		return new DedicatedConnections(shared, () -> node(shared, key), clientName);
	}

	/**
	 * Connections that lead to one node, whatever becomes of the keys it had.
	 * @param node the node, {@code null} where there is no cluster
	 */
	static DedicatedConnections toNode(RedisConnectionFactory shared, @Nullable RedisNode node,
			@Nullable String clientName) {
		return new DedicatedConnections(shared, () -> node, clientName);
	}

	/** Opens a connection that shows its name. */
	DedicatedConnection open() {
		DedicatedConnection connection = DedicatedFactory.of(this.shared, this.node.get()).connect();
		try {
			if (this.clientName != null) {
				name(connection.redis(), this.clientName);
			}
			connection.identify();
			return connection;
		}
		catch (RuntimeException | Error ex) {
			connection.close();
			throw ex;
		}
	}

	// only others look at the name; an ACL may forbid to set one
	private static void name(RedisConnection connection, String name) {
		try {
			connection.serverCommands().setClientName(Bytes.of(name));
		}
		catch (RedisConnectionFailureException | QueryTimeoutException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			logger.debug("Redis refuses the client name " + name + "; waits go on without it", ex);
		}
	}

	/**
	 * The node of a cluster that serves a key, or {@code null} where there is no cluster.
	 */
	static @Nullable RedisNode node(RedisConnectionFactory shared, byte[] key) {
		if (!Topology.isCluster(shared)) {
			return null;
		}
		try (RedisClusterConnection connection = shared.getClusterConnection()) {
			RedisClusterNode node = connection.clusterGetNodeForKey(key);
			if (node == null || node.getHost() == null || node.getPort() == null) {
				throw new IllegalStateException("The cluster has no node for key " + Bytes.text(key));
			}
			// without its role and slots, which change
			return new RedisNode(node.getHost(), node.getPort());
		}
	}

}
