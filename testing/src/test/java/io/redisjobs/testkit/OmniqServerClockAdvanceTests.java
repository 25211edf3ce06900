package io.redisjobs.testkit;

import io.redisjobs.testing.JobsTest;

/** Tests that time passes in queues of OmniQ that go by the clock of Redis. */
@JobsTest(properties = { "redis-jobs.defaults.protocol=omniq", "redis-jobs.defaults.omniq.clock=redis",
		"redis-jobs.defaults.max-attempts=4", "redis-jobs.defaults.backoff=1s" })
class OmniqServerClockAdvanceTests extends AdvanceBehaviours {

}
