package io.redisjobs.testkit;

import io.redisjobs.testing.JobsTest;

/** Tests fake workers of OmniQ. */
@JobsTest(properties = { "redis-jobs.defaults.protocol=omniq", "redis-jobs.defaults.max-attempts=2",
		"redis-jobs.defaults.backoff=1h" })
class OmniqAnswerTests extends AnswerBehaviours {

}
