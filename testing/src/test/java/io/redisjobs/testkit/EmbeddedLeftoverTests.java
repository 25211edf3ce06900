package io.redisjobs.testkit;

import io.redisjobs.testing.JobsTest;

/** Tests that the kit's own Redis is emptied altogether. */
@JobsTest(properties = { "redis-jobs.queues.letters.protocol=streams", "redis-jobs.defaults.max-attempts=4",
		"redis-jobs.defaults.backoff=1h" })
class EmbeddedLeftoverTests extends LeftoverBehaviours {

	@Override
	boolean othersAreKept() {
		return false;
	}

}
