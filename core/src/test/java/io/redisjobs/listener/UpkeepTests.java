package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.redisjobs.listener.FakeJobQueue.Verb;
import io.redisjobs.protocol.MaintenanceReport;
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
		AtomicInteger pieces = new AtomicInteger();
		Upkeep hourly = new Upkeep("fake", (limit) -> {
			pieces.incrementAndGet();
			return MaintenanceReport.nothing(Duration.ofHours(1));
		}, new RecordingMonitor(), new Outage("fake"));
		assertThat(hourly.round()).isEqualTo(Duration.ofHours(1));
		assertThat(hourly.round()).isBetween(Duration.ofMinutes(50), Duration.ofHours(1));
		assertThat(pieces).hasValue(1);
	}

}
