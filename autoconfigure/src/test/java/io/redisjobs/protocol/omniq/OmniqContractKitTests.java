package io.redisjobs.protocol.omniq;

import java.util.List;

import io.redisjobs.kit.ContractKit;

/** What every contract must do, with OmniQ. */
class OmniqContractKitTests extends ContractKit {

	@Override
	protected String protocol() {
		return "omniq";
	}

	@Override
	protected List<String> properties() {
		return List.of("redis-jobs.defaults.omniq.on-duplicate=ignore", "redis-jobs.defaults.backoff=100ms");
	}

}
