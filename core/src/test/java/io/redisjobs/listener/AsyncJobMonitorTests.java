package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AsyncJobMonitorTests {

	private final List<String> heard = new CopyOnWriteArrayList<>();

	private final CountDownLatch open = new CountDownLatch(1);

	private final AtomicReference<AsyncJobMonitor> self = new AtomicReference<>();

	private final AsyncJobMonitor monitor = new AsyncJobMonitor("mails",
			new CompositeJobMonitor(List.of(new JobMonitor() {
				@Override
				public void containerChanged(String queue, ContainerState state, @Nullable Throwable reason) {
					AsyncJobMonitorTests.this.heard.add(state.name());
					if (state == ContainerState.DISCONNECTED) {
						await(AsyncJobMonitorTests.this.open);
					}
					if (state == ContainerState.STOPPING) {
						// a monitor that stops the container waits for its own message
						AsyncJobMonitorTests.this.self.get().flush(Duration.ofMinutes(1));
					}
					if (state == ContainerState.UNRESPONSIVE) {
						throw new IllegalStateException("a monitor that fails");
					}
				}
			})));

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void tell(ContainerState state) {
		this.monitor.containerChanged("mails", state, null);
	}

	@Test
	void messagesAreHeardInOrderAndKeepNobodyWaiting() {
		tell(ContainerState.RUNNING);
		tell(ContainerState.DISCONNECTED);
		tell(ContainerState.UNRESPONSIVE);
		tell(ContainerState.RUNNING);
		Awaitility.await().until(() -> this.heard.size() == 2);
		this.monitor.flush(Duration.ofMillis(50));
		assertThat(this.heard).containsExactly("RUNNING", "DISCONNECTED");
		this.open.countDown();
		this.monitor.flush(Duration.ofSeconds(30));
		assertThat(this.heard).containsExactly("RUNNING", "DISCONNECTED", "UNRESPONSIVE", "RUNNING");
	}

	@Test
	void aMonitorMayWaitForWhatItHearsItself() {
		this.self.set(this.monitor);
		tell(ContainerState.STOPPING);
		tell(ContainerState.STOPPED);
		this.monitor.flush(Duration.ofSeconds(30));
		assertThat(this.heard).containsExactly("STOPPING", "STOPPED");
	}

}
