package io.redisjobs.testkit;

import io.redisjobs.testing.JobsTest;

/** Tests fake workers of streams. */
@JobsTest(properties = { "redis-jobs.defaults.protocol=streams", "redis-jobs.defaults.max-attempts=2",
		"redis-jobs.defaults.backoff=1h" })
class StreamsAnswerTests extends AnswerBehaviours {

}
