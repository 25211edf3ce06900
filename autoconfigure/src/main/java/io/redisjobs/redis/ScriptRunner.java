package io.redisjobs.redis;

import java.util.List;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Runs scripts by their digest and sends the text when Redis does not know it (yet, or
 * any more). Every script replies with an array.
 */
public final class ScriptRunner {

	private final RedisConnectionFactory connections;

	public ScriptRunner(RedisConnectionFactory connections) {
		this.connections = connections;
	}

	/** The connections the scripts run on. */
	public RedisConnectionFactory connections() {
		return this.connections;
	}

	/** Runs a script. */
	public Reply run(RedisScript<?> script, List<byte[]> keys, List<byte[]> args) {
		byte[][] keysAndArgs = new byte[keys.size() + args.size()][];
		for (int i = 0; i < keys.size(); i++) {
			keysAndArgs[i] = keys.get(i);
		}
		for (int i = 0; i < args.size(); i++) {
			keysAndArgs[keys.size() + i] = args.get(i);
		}
		try (RedisConnection connection = this.connections.getConnection()) {
			return new Reply(run(connection, script, keys.size(), keysAndArgs));
		}
	}

	private List<Object> run(RedisConnection connection, RedisScript<?> script, int keyCount, byte[][] keysAndArgs) {
		try {
			List<Object> reply = connection.scriptingCommands()
				.evalSha(script.getSha1(), ReturnType.MULTI, keyCount, keysAndArgs);
			return (reply != null) ? reply : List.of();
		}
		catch (RuntimeException ex) {
			if (!isUnknownScript(ex)) {
				throw ex;
			}
			List<Object> reply = connection.scriptingCommands()
				.eval(Bytes.of(script.getScriptAsString()), ReturnType.MULTI, keyCount, keysAndArgs);
			return (reply != null) ? reply : List.of();
		}
	}

	private static boolean isUnknownScript(Throwable error) {
		for (Throwable cause = error; cause != null; cause = cause.getCause()) {
			if (cause.getMessage() != null && cause.getMessage().contains("NOSCRIPT")) {
				return true;
			}
		}
		return false;
	}

}
