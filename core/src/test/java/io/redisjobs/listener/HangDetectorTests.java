package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.redisjobs.listener.FakeJobQueue.Verb;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.RedisConnectionFailureException;

import static org.assertj.core.api.Assertions.assertThat;

class HangDetectorTests {

	private final ContainerFixture fixture = new ContainerFixture();

	@AfterEach
	void stop() {
		this.fixture.close();
	}

	@Test
	void aContainerWhoseLeasesAreNotExtendedSaysSo() {
		this.fixture.queue.before(Verb.EXTEND, (ids) -> this.fixture.holdUp());
		JobContainer container = this.fixture.startHeldUp(1);
		this.fixture.add("job-1");
		this.fixture.awaitUntil(() -> container.running() == 1);
		container.check();
		assertThat(container.state()).isEqualTo(ContainerState.RUNNING);
		this.fixture.clock.advance(ContainerFixture.LEASE);
		container.check();
		assertThat(container.state()).isEqualTo(ContainerState.UNRESPONSIVE);
		this.fixture.awaitUntil(() -> this.fixture.monitor.states.contains(ContainerState.UNRESPONSIVE));
		assertThat(this.fixture.monitor.reasons).singleElement()
			.asString()
			.contains("the lease of job job-1 has ended without being extended");
		this.fixture.letGo();
		this.fixture.awaitUntil(() -> {
			container.check();
			return container.state() == ContainerState.RUNNING;
		});
	}

	@Test
	void aRedisThatIsAwayForLongerThanALeaseIsAnOutageAndNothingElse() {
		AtomicBoolean away = new AtomicBoolean();
		for (Verb verb : List.of(Verb.RESERVE, Verb.EXTEND, Verb.COMPLETE, Verb.MAINTAIN)) {
			this.fixture.queue.before(verb, (ids) -> {
				if (away.get()) {
					throw new RedisConnectionFailureException("gone");
				}
			});
		}
		JobContainer container = this.fixture.startHeldUp(2);
		this.fixture.add("job-1");
		this.fixture.awaitUntil(() -> container.running() == 1);
		away.set(true);
		this.fixture.add("job-2");
		this.fixture.clock.advance(Duration.ofMinutes(1));
		this.fixture.awaitUntil(() -> container.state() == ContainerState.DISCONNECTED);
		container.check();
		away.set(false);
		// the first call that works need not be the one that extends
		this.fixture.awaitUntil(() -> container.state() != ContainerState.DISCONNECTED);
		container.check();
		assertThat(container.state()).isEqualTo(ContainerState.RUNNING);
		// a container that has stopped has told its monitors everything
		this.fixture.close();
		assertThat(this.fixture.monitor.states).contains(ContainerState.DISCONNECTED, ContainerState.STOPPED)
			.doesNotContain(ContainerState.UNRESPONSIVE);
	}

}
