package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JobContainerRegistryTests {

	@Test
	void containersThatAreNotStartedKeepNoApplicationFromEnding() {
		JobContainerRegistry registry = new JobContainerRegistry(false);
		registry.register(
				FakeContainer.of(new FakeJobQueue(Clock.systemUTC(), Duration.ofSeconds(30)), (job) -> null).create(1));
		try {
			assertThat(Thread.getAllStackTraces().keySet())
				.filteredOn((thread) -> thread.getName().startsWith("redis-jobs-watch"))
				.allMatch(Thread::isDaemon);
		}
		finally {
			registry.destroy();
		}
	}

}
