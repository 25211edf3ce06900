package io.redisjobs.event;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.JobContext;
import io.redisjobs.listener.ContainerState;
import io.redisjobs.protocol.Settlement;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/** Tests which event is published for what. */
class JobEventPublisherTests {

	private static final Duration DURATION = Duration.ofMillis(5);

	private final List<Object> events = new ArrayList<>();

	private final JobEventPublisher publisher = new JobEventPublisher(this.events::add);

	private final JobContext job = mock();

	@Test
	void aFailureThatIsRetriedTellsWhenItIsDue() {
		Instant due = Instant.ofEpochSecond(1000);
		this.publisher.failed(this.job, new IllegalStateException("no"), Settlement.retrying(due), DURATION);
		assertThat(this.events).singleElement().isInstanceOfSatisfying(JobRetryEvent.class, (event) -> {
			assertThat(event.job()).isSameAs(this.job);
			assertThat(event.due()).contains(due);
			assertThat(event.error()).hasMessage("no");
			assertThat(event.duration()).isEqualTo(DURATION);
		});
	}

	@Test
	void aJobThatIsHandedBackIsRunAgain() {
		Instant due = Instant.ofEpochSecond(1000);
		this.publisher.failed(this.job, new IllegalStateException("no"), Settlement.handedBack(due, 1, 20), DURATION);
		assertThat(this.events).singleElement()
			.isInstanceOfSatisfying(JobRetryEvent.class, (event) -> assertThat(event.due()).contains(due));
	}

	@Test
	void aFailureForGoodTellsWhy() {
		this.publisher.failed(this.job, new IllegalStateException("no"), Settlement.failed(), DURATION);
		assertThat(this.events).singleElement()
			.isInstanceOfSatisfying(JobFailedEvent.class, (event) -> assertThat(event.error()).hasMessage("no"));
	}

	@Test
	void aFailureThatCouldNotBeWrittenIsToldOnceAsALostLease() {
		this.publisher.failed(this.job, new IllegalStateException(), Settlement.leaseLost("late"), DURATION);
		this.publisher.leaseLost(this.job);
		assertThat(this.events).hasSize(1).hasOnlyElementsOfType(LeaseLostEvent.class);
	}

	@Test
	void anOutageIsToldOnceAndSoIsItsEnd() {
		this.publisher.containerChanged("emails", ContainerState.RUNNING, null);
		this.publisher.containerChanged("emails", ContainerState.DISCONNECTED, new IllegalStateException("gone"));
		this.publisher.containerChanged("emails", ContainerState.DISCONNECTED, new IllegalStateException("still"));
		this.publisher.containerChanged("emails", ContainerState.RUNNING, null);
		this.publisher.containerChanged("emails", ContainerState.STOPPING, null);
		this.publisher.containerChanged("emails", ContainerState.RUNNING, null);
		this.publisher.containerChanged("emails", ContainerState.STOPPED, null);
		assertThat(this.events).extracting(Object::toString)
			.containsExactly("Queue 'emails': ContainerStartedEvent", "Queue 'emails': ContainerDisconnectedEvent",
					"Queue 'emails': ContainerReconnectedEvent", "Queue 'emails': ContainerStoppedEvent");
		assertThat((ContainerDisconnectedEvent) this.events.get(1)).satisfies(
				(event) -> assertThat(event.reason()).get().hasToString("java.lang.IllegalStateException: gone"));
	}

	@Test
	void aContainerInWhichSomethingIsOverdueIsToldAndSoIsItsGoingOn() {
		this.publisher.containerChanged("emails", ContainerState.RUNNING, null);
		this.publisher.containerChanged("emails", ContainerState.UNRESPONSIVE, new IllegalStateException("no thread"));
		this.publisher.containerChanged("emails", ContainerState.RUNNING, null);
		assertThat(this.events).extracting(Object::toString)
			.containsExactly("Queue 'emails': ContainerStartedEvent", "Queue 'emails': ContainerUnresponsiveEvent",
					"Queue 'emails': ContainerResponsiveEvent");
		assertThat((ContainerUnresponsiveEvent) this.events.get(1)).satisfies(
				(event) -> assertThat(event.reason()).get().hasToString("java.lang.IllegalStateException: no thread"));
	}

	@Test
	void aContainerThatFailsIsToldAndSoIsItsNextStart() {
		this.publisher.containerChanged("emails", ContainerState.RUNNING, null);
		this.publisher.containerChanged("emails", ContainerState.STOPPING, new NoSuchMethodError("odd"));
		this.publisher.containerChanged("emails", ContainerState.FAILED, new NoSuchMethodError("odd"));
		this.publisher.containerChanged("emails", ContainerState.RUNNING, null);
		assertThat(this.events).extracting(Object::toString)
			.containsExactly("Queue 'emails': ContainerStartedEvent", "Queue 'emails': ContainerFailedEvent",
					"Queue 'emails': ContainerStartedEvent");
		assertThat((ContainerFailedEvent) this.events.get(1))
			.satisfies((event) -> assertThat(event.reason()).get().hasToString("java.lang.NoSuchMethodError: odd"));
	}

}
