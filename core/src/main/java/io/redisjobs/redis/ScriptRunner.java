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

	private final CallLanes lanes = new CallLanes();

	public ScriptRunner(RedisConnectionFactory connections) {
		this.connections = connections;
	}

	/** The connections the scripts run on. */
	public RedisConnectionFactory connections() {
		return this.connections;
	}

	/** Runs a script. */
	public Reply run(RedisScript<?> script, List<byte[]> keys, List<byte[]> args) {
		ScriptCall call = new ScriptCall(keys, args);
		return Connections.use(this.connections, (connection) -> run(connection, script, call));
	}

	/**
	 * Prepares a call that does its work once, however often it is sent. The script
	 * includes {@code once}.
	 * @param ownPrefix what the own keys beside the script's keys start with
	 */
	public OnceCall prepare(RedisScript<?> script, String ownPrefix, ScriptCall call) {
		return new OnceCall(script, ownPrefix, call, this.lanes.take());
	}

	/**
	 * Sends a call that does its work once. If that throws without an
	 * {@linkplain ErrorReply answer}, it may be sent again; once answered it may not.
	 */
	public Reply send(OnceCall call) {
		Reply reply = Connections.use(this.connections, (connection) -> run(connection, call.script(), call.call()));
		this.lanes.giveBack(call.lane());
		return reply;
	}

	/**
	 * Sends several calls, in order unless Redis forgets the script meanwhile. Where the
	 * driver tells what became of each call, the next one is written while Redis is still
	 * busy with those before, and an error of one is thrown after the others have run.
	 */
	public List<Reply> sendAll(Iterator<OnceCall> calls) {
		return Connections.use(this.connections, (connection) -> sendAll(connection, calls));
	}

	private List<Reply> sendAll(RedisConnection connection, Iterator<OnceCall> calls) {
		List<Reply> replies = new ArrayList<>();
		boolean pipelined = Topology.pipelines(this.connections);
		while (calls.hasNext()) {
			OnceCall next = calls.next();
			if (pipelined && calls.hasNext()) {
				replies.addAll(pipeline(connection, next, calls));
			}
			else {
				replies.add(run(connection, next.script(), next.call()));
				this.lanes.giveBack(next.lane());
			}
		}
		return replies;
	}

	private List<Reply> pipeline(RedisConnection connection, OnceCall first, Iterator<OnceCall> calls) {
		List<OnceCall> sent = new ArrayList<>();
		translated(() -> {
			connection.openPipeline();
			return sent;
		});
		List<@Nullable Object> answers;
		try {
			send(connection, sent, first);
			while (calls.hasNext() && sent.size() < LONGEST_PIPELINE) {
				send(connection, sent, calls.next());
			}
		}
		finally {
			answers = close(connection);
		}
		List<Reply> replies = new ArrayList<>();
		for (int i = 0; i < sent.size(); i++) {
			replies.add(reply(connection, sent.get(i), answers.get(i)));
			this.lanes.giveBack(sent.get(i).lane());
		}
		return replies;
	}

	private static void send(RedisConnection connection, List<OnceCall> sent, OnceCall next) {
		connection.scriptingCommands()
			.evalSha(next.script().getSha1(), ReturnType.MULTI, next.call().keys().size(), next.call().keysAndArgs());
		sent.add(next);
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

	private static Reply reply(RedisConnection connection, OnceCall call, @Nullable Object answer) {
		if (answer instanceof Throwable error) {
			return afterError(connection, call.script(), call.call(), error);
		}
		return new Reply((answer instanceof List<?> values) ? values : List.of());
	}

	private static Reply run(RedisConnection connection, RedisScript<?> script, ScriptCall call) {
		try {
			List<Object> reply = connection.scriptingCommands()
				.evalSha(script.getSha1(), ReturnType.MULTI, call.keys().size(), call.keysAndArgs());
			return new Reply((reply != null) ? reply : List.of());
		}
		catch (RuntimeException ex) {
			return afterError(connection, script, call, ex);
		}
	}

	private static Reply afterError(RedisConnection connection, RedisScript<?> script, ScriptCall call,
			Throwable error) {
		if (!isUnknownScript(error)) {
			throw (error instanceof RuntimeException known) ? known : new IllegalStateException(error);
		}
		List<Object> reply = connection.scriptingCommands()
			.eval(Bytes.of(script.getScriptAsString()), ReturnType.MULTI, call.keys().size(), call.keysAndArgs());
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

}
