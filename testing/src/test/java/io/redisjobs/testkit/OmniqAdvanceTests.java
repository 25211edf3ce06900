package io.redisjobs.testkit;

import io.redisjobs.testing.JobsTest;

/** Tests that time passes in queues of OmniQ. */
@JobsTest(properties = { "redis-jobs.defaults.protocol=omniq", "redis-jobs.defaults.max-attempts=4",
		"redis-jobs.defaults.backoff=1s" })
class OmniqAdvanceTests extends AdvanceBehaviours {

}
