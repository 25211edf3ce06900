package io.redisjobs.protocol;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;

/** Tests how the queues of an application are closed together. */
class JobQueuesTests {

	private final Map<String, Boolean> closed = new ConcurrentHashMap<>();

	private JobQueues queues(Map<String, Runnable> closing) {
		JobQueues queues = new JobQueues((name) -> {
			JobQueue queue = mock();
			doAnswer((call) -> {
				closing.getOrDefault(name, () -> {
				}).run();
				return this.closed.put(name, true);
			}).when(queue).close();
			return new OpenQueue(name, mock(), queue);
		});
		for (int i = 0; i < 10; i++) {
			queues.get("queue-" + i);
		}
		return queues;
	}

	@Test
	void aQueueThatHangsHoldsUpTheOthersAndTheApplicationForALimitedTime() {
		CountDownLatch never = new CountDownLatch(1);
		Runnable hang = () -> {
			try {
				never.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		};
		JobQueues queues = queues(Map.of("queue-0", hang, "queue-1", hang, "queue-2", hang));
		long before = System.nanoTime();
		queues.close();
		assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(9));
		assertThat(this.closed).hasSize(7);
		assertThat(queues.opened()).isEmpty();
		never.countDown();
	}

	@Test
	void aQueueThatFailsDoesNotKeepOthersFromBeingClosed() {
		JobQueues queues = queues(Map.of("queue-3", () -> {
			throw new IllegalStateException("no Redis");
		}));
		assertThatIllegalStateException().isThrownBy(queues::close).withMessage("no Redis");
		assertThat(this.closed).hasSize(9);
	}

}
