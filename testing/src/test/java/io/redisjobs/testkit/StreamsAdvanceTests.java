package io.redisjobs.testkit;

import io.redisjobs.testing.JobsTest;

/** Tests that time passes in queues of streams. */
@JobsTest(properties = { "redis-jobs.defaults.protocol=streams", "redis-jobs.defaults.max-attempts=4",
		"redis-jobs.defaults.backoff=1s" })
class StreamsAdvanceTests extends AdvanceBehaviours {

}
