package io.redisjobs.testkit;

import io.redisjobs.testing.JobsTest;

/** Tests that time passes in queues of Conveyor. */
@JobsTest(properties = { "redis-jobs.defaults.protocol=conveyor", "redis-jobs.defaults.max-attempts=4",
		"redis-jobs.defaults.backoff=1s" })
class ConveyorAdvanceTests extends AdvanceBehaviours {

}
