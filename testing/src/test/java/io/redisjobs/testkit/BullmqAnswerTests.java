package io.redisjobs.testkit;

import io.redisjobs.testing.JobsTest;

/** Tests fake workers of BullMQ. */
@JobsTest(properties = { "redis-jobs.defaults.protocol=bullmq", "redis-jobs.defaults.max-attempts=2",
		"redis-jobs.defaults.backoff=1h" })
class BullmqAnswerTests extends AnswerBehaviours {

}
