package io.redisjobs.protocol.conveyor;

import java.util.List;

import io.redisjobs.kit.ContractKit;

/** What every contract must do, with Conveyor. */
class ConveyorContractKitTests extends ContractKit {

	@Override
	protected String protocol() {
		return "conveyor";
	}

	@Override
	protected List<String> properties() {
		return List.of("redis-jobs.defaults.backoff=100ms");
	}

}
