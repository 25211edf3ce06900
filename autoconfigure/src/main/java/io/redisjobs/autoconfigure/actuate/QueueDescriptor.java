package io.redisjobs.autoconfigure.actuate;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import io.redisjobs.listener.ContainerState;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.QueueSnapshot;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * A queue as the endpoint shows it.
 *
 * @param protocol the contract it speaks
 * @param paused whether it is paused for every worker; absent if Redis does not answer
 * @param counts how many jobs are in which state; absent if Redis does not answer
 * @param oldestWaitingSince since when the job that has waited longest could have been
 * taken; absent if none waits, or if the contract does not tell
 * @param container what runs its jobs in this application, if anything does
 * @param error why Redis did not answer
 */
public record QueueDescriptor(String protocol, @Nullable Boolean paused, @Nullable Map<String, Long> counts,
		@Nullable Instant oldestWaitingSince, @Nullable Container container,
		@Nullable String error) implements OperationResponseBody {

	static QueueDescriptor of(OpenQueue queue, QueueSnapshot snapshot, @Nullable JobContainer container) {
		Map<String, Long> counts = new TreeMap<>();
		snapshot.counts()
			.forEach((state, count) -> counts.put(state.name().toLowerCase(Locale.ROOT).replace('_', '-'), count));
		return new QueueDescriptor(queue.protocol().id(), snapshot.paused(), counts, snapshot.oldestWaiting(),
				Container.of(container), null);
	}

	static QueueDescriptor unreachable(OpenQueue queue, String error, @Nullable JobContainer container) {
		return new QueueDescriptor(queue.protocol().id(), null, null, null, Container.of(container), error);
	}

	/**
	 * What runs the jobs of a queue in this application.
	 *
	 * @param state what it is doing
	 * @param running how many jobs it runs at this moment
	 * @param workers how many jobs it runs at a time at most
	 * @param handlers the job names it handles; an asterisk stands for all others
	 */
	public record Container(ContainerState state, int running, int workers, List<String> handlers) {

		static @Nullable Container of(@Nullable JobContainer container) {
			return (container != null) ? new Container(container.state(), container.running(),
					container.settings().concurrency(),
					container.handlers().names().stream().map((name) -> name.isEmpty() ? "*" : name).sorted().toList())
					: null;
		}

	}

}
