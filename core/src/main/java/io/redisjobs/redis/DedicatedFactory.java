package io.redisjobs.redis;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Makes the dedicated connections of an application, on a cluster those to one node. All
 * of them share it, because it may have threads and connections of its own: to sentinels,
 * for instance. It is gone with the last of them.
 */
final class DedicatedFactory {

	/** Longer than any wait: a server that says nothing for this long is gone. */
	private static final Duration TIMEOUT = Duration.ofSeconds(15);

	// other connections of the application may be behind what is not our own
	private static final Runnable NOTHING = () -> {
	};

	private static final Map<Target, DedicatedFactory> IN_USE = new HashMap<>();

	private final Target target;

	// held while sentinels are asked; users are counted without it
	private final ReentrantLock creating = new ReentrantLock();

	private @Nullable RedisConnectionFactory own;

	private int users;

	private DedicatedFactory(Target target) {
		this.target = target;
	}

	/** The factory for an application's connections, to be used for one connection. */
	static DedicatedFactory of(RedisConnectionFactory shared, @Nullable RedisNode node) {
		Target target = new Target(shared, node);
		synchronized (IN_USE) {
			return IN_USE.computeIfAbsent(target, DedicatedFactory::new).share();
		}
	}

	/** The same factory for one more connection. */
	DedicatedFactory share() {
		synchronized (IN_USE) {
			this.users++;
		}
		return this;
	}

	/** Opens the connection that this use is for. */
	DedicatedConnection connect() {
		try {
			RedisConnectionFactory factory = factory();
			RedisConnection connection = factory.getConnection();
			return new DedicatedConnection(this, connection,
					(factory != this.target.shared()) ? ClientCommands.cut(connection) : NOTHING);
		}
		catch (RuntimeException | Error ex) {
			release();
			throw ex;
		}
	}

	/** Ends a use. */
	void release() {
		synchronized (IN_USE) {
			this.users--;
			if (this.users > 0) {
				return;
			}
			IN_USE.remove(this.target, this);
		}
		destroy();
	}

	private RedisConnectionFactory factory() {
		this.creating.lock();
		try {
			if (this.own == null) {
				this.own = create();
			}
			return this.own;
		}
		finally {
			this.creating.unlock();
		}
	}

	private RedisConnectionFactory create() {
		RedisConnectionFactory shared = this.target.shared();
		if (Connections.JEDIS_PRESENT && shared instanceof JedisConnectionFactory jedis) {
			JedisConnectionFactory factory = JedisFactories.create(jedis, this.target.node(), TIMEOUT);
			factory.afterPropertiesSet();
			factory.start();
			return factory;
		}
		if (ClientCommands.LETTUCE_PRESENT && shared instanceof LettuceConnectionFactory lettuce) {
			LettuceConnectionFactory factory = LettuceFactories.create(lettuce, this.target.node(), TIMEOUT);
			factory.afterPropertiesSet();
			factory.start();
			return factory;
		}
		return shared;
	}

	/** One node of a cluster. */
	static RedisStandaloneConfiguration standalone(RedisNode node, RedisClusterConfiguration cluster) {
		RedisStandaloneConfiguration standalone = new RedisStandaloneConfiguration(node.getRequiredHost(),
				node.getRequiredPort());
		standalone.setUsername(cluster.getUsername());
		standalone.setPassword(cluster.getPassword());
		return standalone;
	}

	private void destroy() {
		RedisConnectionFactory factory = this.own;
		if (factory == null || factory == this.target.shared()) {
			return;
		}
		if (Connections.JEDIS_PRESENT && factory instanceof JedisConnectionFactory jedis) {
			jedis.destroy();
		}
		else if (ClientCommands.LETTUCE_PRESENT && factory instanceof LettuceConnectionFactory lettuce) {
			lettuce.destroy();
		}
	}

	/**
	 * Where connections lead.
	 *
	 * @param shared the application's connections
	 * @param node the node on a cluster
	 */
	private record Target(RedisConnectionFactory shared, @Nullable RedisNode node) {

	}

}
