package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.redisjobs.JobContext;
import org.jspecify.annotations.Nullable;

/** Remembers what monitors are told, and does what a test wants it to do then. */
final class RecordingMonitor implements JobMonitor {

	final List<String> completed = new CopyOnWriteArrayList<>();

	final List<String> lost = new CopyOnWriteArrayList<>();

	final List<ContainerState> states = new CopyOnWriteArrayList<>();

	final List<Throwable> reasons = new CopyOnWriteArrayList<>();

	volatile Consumer<String> whenCompleted = (id) -> {
	};

	volatile Consumer<ContainerState> whenChanged = (state) -> {
	};

	@Override
	public void completed(JobContext job, @Nullable Object result, Duration duration) {
		this.whenCompleted.accept(job.id());
		this.completed.add(job.id());
	}

	@Override
	public void leaseLost(JobContext job) {
		this.lost.add(job.id());
	}

	@Override
	public void containerChanged(String queue, ContainerState state, @Nullable Throwable reason) {
		if (reason != null) {
			this.reasons.add(reason);
		}
		this.states.add(state);
		this.whenChanged.accept(state);
	}

}
