package io.redisjobs.protocol.conveyor;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisScriptingCommands;

/**
 * The connections of a process that dies before one of its scripts: from then on nothing
 * it does reaches Redis.
 */
final class MortalConnections {

	private final RedisConnectionFactory connections;

	private int scriptsLeft;

	private boolean dead;

	MortalConnections(RedisConnectionFactory connections, int scriptsLeft) {
		this.connections = connections;
		this.scriptsLeft = scriptsLeft;
	}

	void dieAfter(int scripts) {
		this.scriptsLeft = scripts;
	}

	void revive() {
		this.dead = false;
		this.scriptsLeft = Integer.MAX_VALUE;
	}

	boolean dead() {
		return this.dead;
	}

	RedisConnectionFactory factory() {
		return wrap(RedisConnectionFactory.class, this.connections);
	}

	private <T> T wrap(Class<T> type, T target) {
		InvocationHandler handler = (proxy, method, args) -> {
			if (!method.getName().equals("close")) {
				live(method.getName().equals("evalSha"));
			}
			Object result;
			try {
				result = method.invoke(target, args);
			}
			catch (InvocationTargetException ex) {
				throw ex.getTargetException();
			}
			if (result instanceof RedisConnection connection && method.getName().equals("getConnection")) {
				return wrap(RedisConnection.class, connection);
			}
			if (result instanceof RedisScriptingCommands commands && method.getName().equals("scriptingCommands")) {
				return wrap(RedisScriptingCommands.class, commands);
			}
			return result;
		};
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, handler));
	}

	private void live(boolean script) {
		if (script && this.scriptsLeft-- <= 0) {
			this.dead = true;
		}
		if (this.dead) {
			throw new Death();
		}
	}

	/** The end of a process. */
	static final class Death extends Error {

	}

}
