package io.redisjobs.testing;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;

/** Starts the context of a {@link JobsTest}. */
class JobsTestContextBootstrapper extends TestSliceTestContextBootstrapper<JobsTest> {

}
