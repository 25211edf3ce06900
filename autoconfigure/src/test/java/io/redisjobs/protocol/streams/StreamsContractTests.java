package io.redisjobs.protocol.streams;

import java.util.List;

import io.redisjobs.kit.ContractKit;

/** The behaviours of every contract, on streams. */
class StreamsContractTests extends ContractKit {

	@Override
	protected String protocol() {
		return "streams";
	}

	@Override
	protected List<String> properties() {
		return List.of("redis-jobs.defaults.backoff=100ms");
	}

	@Override
	protected boolean idsAreUnique() {
		return false;
	}

}
