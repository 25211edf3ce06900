package io.redisjobs.redis;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisPipelineException;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Runs scripts by their digest and sends the text when Redis does not know it (yet, or
 * any more). Every script replies with an array.
 */
public final class ScriptRunner {

	private static final int LONGEST_PIPELINE = 16;

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
		Call call = new Call(keys, args);
		return Connections.use(this.connections, (connection) -> run(connection, script, call));
	}

	/**
	 * Runs a script several times, in order unless Redis forgets it meanwhile. Where the
	 * driver tells what became of each call, the next one is written while Redis is still
	 * busy with those before, and an error of one is thrown after the others have run.
	 */
	public List<Reply> runAll(RedisScript<?> script, List<byte[]> keys, Iterator<List<byte[]>> args) {
		return Connections.use(this.connections, (connection) -> runAll(connection, script, keys, args));
	}

	private List<Reply> runAll(RedisConnection connection, RedisScript<?> script, List<byte[]> keys,
			Iterator<List<byte[]>> args) {
		List<Reply> replies = new ArrayList<>();
		boolean pipelined = Topology.pipelines(this.connections);
		while (args.hasNext()) {
			List<byte[]> next = args.next();
			if (pipelined && args.hasNext()) {
				replies.addAll(pipeline(connection, script, keys, next, args));
			}
			else {
				replies.add(run(connection, script, new Call(keys, next)));
			}
		}
		return replies;
	}

	private static List<Reply> pipeline(RedisConnection connection, RedisScript<?> script, List<byte[]> keys,
			List<byte[]> first, Iterator<List<byte[]>> args) {
		List<Call> calls = new ArrayList<>();
		translated(() -> {
			connection.openPipeline();
			return calls;
		});
		List<@Nullable Object> answers;
		try {
			send(connection, script, calls, new Call(keys, first));
			while (args.hasNext() && calls.size() < LONGEST_PIPELINE) {
				send(connection, script, calls, new Call(keys, args.next()));
			}
		}
		finally {
			answers = close(connection);
		}
		List<Reply> replies = new ArrayList<>();
		for (int i = 0; i < calls.size(); i++) {
			replies.add(reply(connection, script, calls.get(i), answers.get(i)));
		}
		return replies;
	}

	private static void send(RedisConnection connection, RedisScript<?> script, List<Call> calls, Call call) {
		connection.scriptingCommands().evalSha(script.getSha1(), ReturnType.MULTI, call.keyCount, call.keysAndArgs);
		calls.add(call);
	}

	private static List<@Nullable Object> close(RedisConnection connection) {
		try {
			return translated(connection::closePipeline);
		}
		catch (RedisPipelineException ex) {
			return ex.getPipelineResult();
		}
	}

	// a connection that breaks here is told of in the driver's own words
	private static <T> T translated(Supplier<T> work) {
		try {
			return work.get();
		}
		catch (RuntimeException ex) {
			throw (ex instanceof DataAccessException) ? ex
					: new RedisConnectionFailureException("Redis did not answer", ex);
		}
	}

	private static Reply reply(RedisConnection connection, RedisScript<?> script, Call call, @Nullable Object answer) {
		if (answer instanceof Throwable error) {
			return afterError(connection, script, call, error);
		}
		return new Reply((answer instanceof List<?> values) ? values : List.of());
	}

	private static Reply run(RedisConnection connection, RedisScript<?> script, Call call) {
		try {
			List<Object> reply = connection.scriptingCommands()
				.evalSha(script.getSha1(), ReturnType.MULTI, call.keyCount, call.keysAndArgs);
			return new Reply((reply != null) ? reply : List.of());
		}
		catch (RuntimeException ex) {
			return afterError(connection, script, call, ex);
		}
	}

	private static Reply afterError(RedisConnection connection, RedisScript<?> script, Call call, Throwable error) {
		if (!isUnknownScript(error)) {
			throw (error instanceof RuntimeException known) ? known : new IllegalStateException(error);
		}
		List<Object> reply = connection.scriptingCommands()
			.eval(Bytes.of(script.getScriptAsString()), ReturnType.MULTI, call.keyCount, call.keysAndArgs);
		return new Reply((reply != null) ? reply : List.of());
	}

	private static boolean isUnknownScript(Throwable error) {
		for (Throwable cause = error; cause != null; cause = cause.getCause()) {
			if (cause.getMessage() != null && cause.getMessage().contains("NOSCRIPT")) {
				return true;
			}
		}
		return false;
	}

	/** Keys and arguments as the driver wants them. */
	private static final class Call {

		private final int keyCount;

		private final byte[][] keysAndArgs;

		Call(List<byte[]> keys, List<byte[]> args) {
			this.keyCount = keys.size();
			this.keysAndArgs = new byte[keys.size() + args.size()][];
			for (int i = 0; i < keys.size(); i++) {
				this.keysAndArgs[i] = keys.get(i);
			}
			for (int i = 0; i < args.size(); i++) {
				this.keysAndArgs[keys.size() + i] = args.get(i);
			}
		}

	}

}
