package io.redisjobs.listener;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class BeatTests {

	private final AtomicInteger rounds = new AtomicInteger();

	private Beat beat = new Beat("beat", () -> Duration.ofHours(1));

	@AfterEach
	void stop() {
		this.beat.stop();
	}

	private Beat start(Beat beat) {
		this.beat = beat;
		beat.start();
		return beat;
	}

	@Test
	void anErrorInOneRoundDoesNotEndTheNext() {
		start(new Beat("beat", () -> {
			if (this.rounds.incrementAndGet() == 1) {
				throw new OutOfMemoryError("unable to create native thread");
			}
			return Duration.ofMillis(1);
		}));
		await().until(() -> this.rounds.get() > 3);
	}

	@Test
	void aRoundCanBeBroughtForward() {
		Beat slow = start(new Beat("beat", () -> {
			this.rounds.incrementAndGet();
			return Duration.ofHours(1);
		}));
		await().until(() -> this.rounds.get() == 1);
		slow.within(Duration.ofMillis(10));
		await().until(() -> this.rounds.get() == 2);
	}

	@Test
	void whatIsAskedForDuringARoundIsNotForgotten() {
		AtomicReference<Beat> self = new AtomicReference<>();
		self.set(new Beat("beat", () -> {
			if (this.rounds.incrementAndGet() < 5) {
				self.get().within(Duration.ofMillis(5));
			}
			return Duration.ofHours(1);
		}));
		start(self.get());
		await().until(() -> this.rounds.get() == 5);
	}

	@Test
	void itRunsOnAPlatformThreadOfItsOwn() {
		AtomicReference<Thread> seen = new AtomicReference<>();
		start(new Beat("redis-jobs-beat", () -> {
			seen.set(Thread.currentThread());
			return Duration.ofHours(1);
		}));
		await().until(() -> seen.get() != null);
		assertThat(seen.get().getName()).isEqualTo("redis-jobs-beat");
		// virtual threads belong to a group of their own and are daemons
		assertThat(seen.get().isDaemon()).isFalse();
	}

	@Test
	void oneThatIsStoppedBeatsNoMore() {
		Beat quick = start(new Beat("beat", () -> {
			this.rounds.incrementAndGet();
			return Duration.ofMillis(1);
		}));
		await().until(() -> this.rounds.get() > 3);
		quick.stop();
		await().until(() -> Thread.getAllStackTraces()
			.keySet()
			.stream()
			.noneMatch((thread) -> thread.getName().equals("beat")));
	}

}
