package io.redisjobs.protocol.streams;

import java.util.List;

import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.UnansweredCalls;

/** The contract's scripts. */
final class StreamsScripts {

	/** All names. */
	static final List<String> NAMES = List.of("publish", "exchange", "takeOwn", "listOwn", "takeLost", "extend",
			"release", "fail", "beginOnce", "createGroup", "recover", "redeliver", "countPass", "trim",
			"removeConsumers", "inspect", "measure", "setPaused", "describeServer");

	private final ContractScripts scripts;

	StreamsScripts(ContractScripts scripts) {
		this.scripts = scripts;
	}

	ContractScripts contract() {
		return this.scripts;
	}

	UnansweredCalls<Settlement, StreamsJob> unanswered() {
		return new UnansweredCalls<>(this.scripts);
	}

	/** Prepares a call of a script that includes {@code once}. */
	OnceCall call(String name, StreamsKeys queue, List<byte[]> keys, List<byte[]> args) {
		return this.scripts.prepare(name, queue.ownPrefix(), keys, args);
	}

	/** Runs a script that includes {@code once}. */
	Reply runOnce(String name, StreamsKeys queue, List<byte[]> keys, List<byte[]> args) {
		return this.scripts.runOnce(name, queue.ownPrefix(), keys, args);
	}

	Reply run(String name, List<byte[]> keys, List<byte[]> args) {
		return this.scripts.run(name, keys, args);
	}

}
