package io.redisjobs.protocol.bullmq;

import io.redisjobs.kit.ConnectionBehaviours;
import io.redisjobs.kit.Contract;
import io.redisjobs.kit.DeploymentBehaviours;
import io.redisjobs.kit.JobBehaviours;
import io.redisjobs.kit.WatchBehaviours;
import io.redisjobs.kit.WorkerBehaviours;
import org.junit.jupiter.api.Nested;

/** What every contract must do, with BullMQ. */
class BullmqContractTests {

	private static final Contract CONTRACT = Contract.of("bullmq", "redis-jobs.defaults.bullmq.stalled-interval=1s");

	@Nested
	class Jobs extends JobBehaviours {

		Jobs() {
			super(CONTRACT);
		}

	}

	@Nested
	class Workers extends WorkerBehaviours {

		Workers() {
			super(CONTRACT);
		}

	}

	@Nested
	class Deployments extends DeploymentBehaviours {

		Deployments() {
			super(CONTRACT);
		}

	}

	@Nested
	class Connections extends ConnectionBehaviours {

		Connections() {
			super(CONTRACT);
		}

	}

	@Nested
	class Watches extends WatchBehaviours {

		Watches() {
			super(CONTRACT);
		}

	}

}
