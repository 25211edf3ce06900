package io.redisjobs.protocol.streams;

import io.redisjobs.kit.ConnectionBehaviours;
import io.redisjobs.kit.Contract;
import io.redisjobs.kit.DeploymentBehaviours;
import io.redisjobs.kit.JobBehaviours;
import io.redisjobs.kit.WatchBehaviours;
import io.redisjobs.kit.WorkerBehaviours;
import org.junit.jupiter.api.Nested;

/** What every contract must do, with streams. */
class StreamsContractTests {

	private static final Contract CONTRACT = Contract.of("streams", "redis-jobs.defaults.backoff=100ms")
		.withoutUniqueIds();

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
