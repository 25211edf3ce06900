package io.redisjobs.protocol.bullmq;

import java.util.List;

import io.redisjobs.kit.ContractKit;

/** The contract kit on BullMQ. */
class BullmqContractTests extends ContractKit {

	@Override
	protected String protocol() {
		return "bullmq";
	}

	@Override
	protected List<String> properties() {
		return List.of("redis-jobs.defaults.bullmq.stalled-interval=1s");
	}

}
