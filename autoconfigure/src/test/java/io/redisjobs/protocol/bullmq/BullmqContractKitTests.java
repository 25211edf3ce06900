package io.redisjobs.protocol.bullmq;

import java.util.List;

import io.redisjobs.kit.ContractKit;

class BullmqContractKitTests extends ContractKit {

	@Override
	protected String protocol() {
		return "bullmq";
	}

	@Override
	protected List<String> properties() {
		return List.of("redis-jobs.defaults.stalled-interval=500ms");
	}

}
