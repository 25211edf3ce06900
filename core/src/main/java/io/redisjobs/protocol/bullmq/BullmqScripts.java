package io.redisjobs.protocol.bullmq;

import java.util.List;
import java.util.stream.Stream;

import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.OwnKeys;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.ScriptArguments;

/** The BullMQ scripts, bound to one queue. */
public final class BullmqScripts {

	/** All scripts of the contract. */
	public static final List<String> NAMES = List.of("addJob", "moveToActive", "moveToCompleted", "moveToFailed",
			"moveToDelayed", "retryJob", "moveToWait", "moveToWaitingChildren", "extendLock", "moveStalledJobsToWait",
			"updateProgress", "addLog", "pause", "resume", "getCounts", "getJob", "getChildren", "getScheduler",
			"addIteration");

	private final ContractScripts scripts;

	private final List<byte[]> keys;

	private final String ownPrefix;

	BullmqScripts(ContractScripts scripts, BullmqKeys keys) {
		this.scripts = scripts;
		this.keys = List.of(Bytes.of(keys.base()));
		this.ownPrefix = OwnKeys.beside(keys.base());
	}

	Reply run(String name, ScriptArguments arguments) {
		return this.scripts.run(name, this.keys, arguments.values());
	}

	/** Runs a script that includes {@code once}. */
	Reply runOnce(String name, ScriptArguments arguments) {
		return send(prepare(name, arguments));
	}

	OnceCall prepare(String name, ScriptArguments arguments) {
		return this.scripts.prepare(name, this.ownPrefix, this.keys, arguments.values());
	}

	Reply send(OnceCall call) {
		return this.scripts.send(call);
	}

	/** Runs a script that includes {@code once} several times. */
	List<Reply> runAllOnce(String name, Stream<ScriptArguments> calls) {
		return this.scripts.sendAll(calls.map((arguments) -> prepare(name, arguments)).iterator());
	}

	Reply run(String name) {
		return this.scripts.run(name, this.keys, List.of());
	}

}
