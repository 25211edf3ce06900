package io.redisjobs.protocol.streams;

import java.util.List;

import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.Reply;

/** The contract's scripts. */
final class StreamsScripts {

	/** All names. */
	static final List<String> NAMES = List.of("publish", "exchange", "takeOwn", "extend", "giveBack", "bury",
			"beginOnce", "recover", "trim", "removeConsumers", "inspect", "measure", "setPaused", "describeServer");

	private final ContractScripts scripts;

	StreamsScripts(ContractScripts scripts) {
		this.scripts = scripts;
	}

	ContractScripts contract() {
		return this.scripts;
	}

	/** Runs a script that includes {@code once}. */
	Reply runOnce(String name, StreamsKeys queue, List<byte[]> keys, List<byte[]> args) {
		return this.scripts.runOnce(name, queue.ownPrefix(), keys, args);
	}

	Reply run(String name, List<byte[]> keys, List<byte[]> args) {
		return this.scripts.run(name, keys, args);
	}

}
