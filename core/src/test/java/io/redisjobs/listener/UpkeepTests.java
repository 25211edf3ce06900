package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;

import io.redisjobs.listener.FakeJobQueue.Verb;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class UpkeepTests {

	private final FakeJobQueue queue = new FakeJobQueue(Clock.systemUTC(), Duration.ofSeconds(30));

	private final Upkeep upkeep = new Upkeep("fake", this.queue::maintain, new RecordingMonitor(), new Outage("fake"));

	@Test
	void itIsDoneWhenItIsDueAndGoesOnAfterAnError() {
		this.queue.before(Verb.MAINTAIN, (ids) -> {
			if (this.queue.upkeep.get() == 1) {
				throw new OutOfMemoryError("unable to create native thread");
			}
		});
		assertThat(this.upkeep.round()).isEqualTo(Duration.ofMillis(100));
		await().until(() -> {
			this.upkeep.round();
			return this.queue.upkeep.get() > 1;
		});
	}

	@Test
	void nothingIsDoneBeforeItIsDue() {
		this.queue.before(Verb.MAINTAIN, (ids) -> {
			throw new IllegalStateException("a pause of its own follows");
		});
		assertThat(this.upkeep.round()).isEqualTo(Duration.ofMillis(100));
		assertThat(this.upkeep.round()).isBetween(Duration.ZERO, Duration.ofMillis(100));
		assertThat(this.queue.upkeep).hasValue(1);
	}

}
