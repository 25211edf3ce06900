package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.UnattendedRole;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class UnattendedQueuesTests {

	@Test
	void upkeepGoesOnUntilItIsStopped() {
		AtomicInteger rounds = new AtomicInteger();
		UnattendedQueues upkeep = upkeep(rounds::incrementAndGet);
		upkeep.start();
		assertThat(rounds).hasPositiveValue();
		await().until(() -> rounds.get() > 2);
		upkeep.stop();
		assertThat(upkeep.isRunning()).isFalse();
		int done = rounds.get();
		upkeep.start();
		await().until(() -> rounds.get() > done);
		upkeep.stop();
	}

	@Test
	void aStopWaitsForThePieceUnderWayAndNoOtherIsBegun() throws InterruptedException {
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		AtomicInteger after = new AtomicInteger();
		UnattendedQueues upkeep = upkeep(() -> {
			begun.countDown();
			awaitUnchecked(end);
		}, after::incrementAndGet);
		Thread starting = new Thread(upkeep::start);
		starting.start();
		begun.await();
		Thread stopping = new Thread(upkeep::stop);
		stopping.start();
		await().until(() -> !upkeep.isRunning() && stopping.getState() == Thread.State.TIMED_WAITING);
		end.countDown();
		stopping.join();
		starting.join();
		assertThat(after).hasValue(0);
	}

	private static void awaitUnchecked(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static UnattendedQueues upkeep(Runnable... pieces) {
		List<OpenQueue> queues = Arrays.stream(pieces).map(UnattendedQueuesTests::queue).toList();
		return new UnattendedQueues(() -> queues, JobContainerRegistry::new, List.of(), true);
	}

	private static OpenQueue queue(Runnable piece) {
		FakeJobQueue queue = new FakeJobQueue(Clock.systemUTC(), Duration.ofSeconds(30));
		queue.roles.put(UnattendedRole.class, new UnattendedRole() {

			@Override
			public void prepare() {
			}

			@Override
			public MaintenanceReport maintainForOthers(int limit) {
				piece.run();
				return MaintenanceReport.nothing(Duration.ofMillis(10));
			}

		});
		return queue.open("others");
	}

}
