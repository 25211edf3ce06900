package io.redisjobs.testkit;

import io.redisjobs.testing.JobsTest;

/** Tests fake workers of Conveyor. */
@JobsTest(properties = { "redis-jobs.defaults.protocol=conveyor", "redis-jobs.defaults.max-attempts=2",
		"redis-jobs.defaults.backoff=1h" })
class ConveyorAnswerTests extends AnswerBehaviours {

}
