package io.redisjobs.listener;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class RepeatingThreadTests {

	private final AtomicInteger rounds = new AtomicInteger();

	private RepeatingThread thread = new RepeatingThread("repeating", () -> Duration.ofHours(1));

	@AfterEach
	void stop() {
		this.thread.stop();
	}

	private RepeatingThread start(RepeatingThread thread) {
		this.thread = thread;
		thread.start();
		return thread;
	}

	@Test
	void anErrorInOneRoundDoesNotEndTheNext() {
		start(new RepeatingThread("repeating", () -> {
			if (this.rounds.incrementAndGet() == 1) {
				throw new OutOfMemoryError("unable to create native thread");
			}
			return Duration.ofMillis(1);
		}));
		await().until(() -> this.rounds.get() > 3);
	}

	@Test
	void aRoundCanBeBroughtForward() {
		RepeatingThread slow = start(new RepeatingThread("repeating", () -> {
			this.rounds.incrementAndGet();
			return Duration.ofHours(1);
		}));
		await().until(() -> this.rounds.get() == 1);
		slow.runWithin(Duration.ofMillis(10));
		await().until(() -> this.rounds.get() == 2);
	}

	@Test
	void whatIsAskedForDuringARoundIsNotForgotten() {
		AtomicReference<RepeatingThread> self = new AtomicReference<>();
		self.set(new RepeatingThread("repeating", () -> {
			if (this.rounds.incrementAndGet() < 5) {
				self.get().runWithin(Duration.ofMillis(5));
			}
			return Duration.ofHours(1);
		}));
		start(self.get());
		await().until(() -> this.rounds.get() == 5);
	}

	@Test
	void itRunsOnAPlatformThreadOfItsOwn() {
		AtomicReference<Thread> seen = new AtomicReference<>();
		start(new RepeatingThread("redis-jobs-repeating", () -> {
			seen.set(Thread.currentThread());
			return Duration.ofHours(1);
		}));
		await().until(() -> seen.get() != null);
		assertThat(seen.get().getName()).isEqualTo("redis-jobs-repeating");
		// virtual threads belong to a group of their own and are daemons
		assertThat(seen.get().isDaemon()).isFalse();
	}

	@Test
	void noRoundFollowsAStop() {
		RepeatingThread quick = start(new RepeatingThread("repeating", () -> {
			this.rounds.incrementAndGet();
			return Duration.ofMillis(1);
		}));
		await().until(() -> this.rounds.get() > 3);
		quick.stop();
		await().until(() -> Thread.getAllStackTraces()
			.keySet()
			.stream()
			.noneMatch((thread) -> thread.getName().equals("repeating")));
	}

}
