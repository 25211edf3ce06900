package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class JobContainerRegistryTests {

	@Test
	void aContainerThatHasStoppedKeepsNoApplicationFromEnding() {
		JobContainer container = FakeContainer
			.of(new FakeJobQueue(Clock.systemUTC(), Duration.ofSeconds(30)), (job) -> null)
			.create(2);
		Set<Thread> before = Thread.getAllStackTraces().keySet();
		container.start();
		container.stop();
		await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> {
			Set<Thread> left = new HashSet<>(Thread.getAllStackTraces().keySet());
			left.removeAll(before);
			left.removeIf((thread) -> thread.getName().startsWith("awaitility"));
			assertThat(left).allMatch(Thread::isDaemon);
		});
	}

	@Test
	void containersThatAreNotStartedKeepNoApplicationFromEnding() {
		JobContainerRegistry registry = new JobContainerRegistry(false);
		registry.register(
				FakeContainer.of(new FakeJobQueue(Clock.systemUTC(), Duration.ofSeconds(30)), (job) -> null).create(1));
		try {
			assertThat(Thread.getAllStackTraces().keySet())
				.filteredOn((thread) -> thread.getName().startsWith("redis-jobs-checks"))
				.isNotEmpty()
				.allMatch(Thread::isDaemon);
		}
		finally {
			registry.destroy();
		}
	}

}
