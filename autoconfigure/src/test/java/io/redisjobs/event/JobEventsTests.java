package io.redisjobs.event;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.kit.JobsApplication;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.context.ApplicationListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests the events of a real application. */
@ExtendWith(TestRedis.class)
class JobEventsTests {

	private final List<Object> events = new CopyOnWriteArrayList<>();

	private <T> Stream<T> events(Class<T> type) {
		return this.events.stream().filter(type::isInstance).map(type::cast);
	}

	@Test
	void listenersHearOfJobsAndContainers() {
		ApplicationListener<?> listener = this.events::add;
		try (JobsApplication application = JobsApplication.builder()
			.properties("redis-jobs.defaults.protocol=omniq")
			.bean(ApplicationListener.class, listener)
			.handler("events", (job) -> {
				if (new String(job.payload()).contains("bad")) {
					throw new UnrecoverableJobException("bad payload");
				}
				return "fine";
			})
			.run()) {
			String good = application.jobs().publish("events", Map.of("is", "good")).id();
			String bad = application.jobs().publish("events", Map.of("is", "bad")).id();
			await()
				.until(() -> events(JobCompletedEvent.class).count() == 1 && events(JobFailedEvent.class).count() == 1);
			assertThat(events(JobStartedEvent.class)).extracting((event) -> event.job().id())
				.containsExactlyInAnyOrder(good, bad);
			assertThat(events(JobCompletedEvent.class)).singleElement().satisfies((event) -> {
				assertThat(event.job().id()).isEqualTo(good);
				assertThat(event.result()).isEqualTo("fine");
			});
			assertThat(events(JobFailedEvent.class)).singleElement().satisfies((event) -> {
				assertThat(event.job().id()).isEqualTo(bad);
				assertThat(event.error()).hasMessage("bad payload");
			});
			assertThat(events(ContainerStartedEvent.class)).extracting(ContainerEvent::queue).containsExactly("events");
			assertThat(events(ContainerStoppedEvent.class)).isEmpty();
		}
		assertThat(events(ContainerStoppedEvent.class)).extracting(ContainerEvent::queue).containsExactly("events");
	}

}
