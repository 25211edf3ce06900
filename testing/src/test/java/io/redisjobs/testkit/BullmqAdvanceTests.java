package io.redisjobs.testkit;

import io.redisjobs.testing.JobsTest;

/** Tests that time passes in queues of BullMQ. */
@JobsTest(properties = { "redis-jobs.defaults.max-attempts=4", "redis-jobs.defaults.backoff=1s" })
class BullmqAdvanceTests extends AdvanceBehaviours {

}
