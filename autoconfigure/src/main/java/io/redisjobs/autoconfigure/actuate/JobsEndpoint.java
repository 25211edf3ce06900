package io.redisjobs.autoconfigure.actuate;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.redisjobs.listener.ContainerState;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.redis.TimeLimit;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** Shows the queues of the application, and pauses, resumes, starts and stops them. */
@Endpoint(id = "jobs")
public class JobsEndpoint {

	private static final Duration PATIENCE = Duration.ofSeconds(1);

	private static final Duration LIMIT = Duration.ofSeconds(10);

	private final KnownQueues queues;

	private final Duration limit;

	public JobsEndpoint(KnownQueues queues) {
		this(queues, LIMIT);
	}

	JobsEndpoint(KnownQueues queues, Duration limit) {
		this.queues = queues;
		this.limit = limit;
	}

	/** Shows all queues. */
	@ReadOperation
	public JobsDescriptor queues() {
		long deadline = System.nanoTime() + this.limit.toNanos();
		Map<String, QueueDescriptor> described = new LinkedHashMap<>();
		String outage = null;
		for (String name : this.queues.names()) {
			OpenQueue queue = this.queues.get(name);
			long begin = System.nanoTime();
			QueueDescriptor descriptor = (outage == null) ? describe(queue, Duration.ofNanos(deadline - begin))
					: QueueDescriptor.unreachable(queue, outage, container(name));
			// a Redis that is away is waited for once, not for every queue, and a slow
			// one
			// not for ever
			long end = System.nanoTime();
			if (descriptor.error() != null && end - begin > PATIENCE.toNanos()) {
				outage = descriptor.error();
			}
			else if (outage == null && end >= deadline) {
				outage = "Redis took " + this.limit.toMillis() + " ms for the queues before";
			}
			described.put(name, descriptor);
		}
		return new JobsDescriptor(described);
	}

	/** Shows one queue; nothing if this application does not know it. */
	@ReadOperation
	public @Nullable QueueDescriptor queue(@Selector String queue) {
		return this.queues.find(queue).map((known) -> describe(known, this.limit)).orElse(null);
	}

	/** Does something with a queue; answers what it is like afterwards. */
	@WriteOperation
	public @Nullable QueueDescriptor act(@Selector String queue, QueueAction action) {
		OpenQueue target = this.queues.find(queue).orElse(null);
		if (target == null) {
			return null;
		}
		switch (action) {
			case PAUSE -> within(pausable(target).queue()::pause);
			case RESUME -> {
				within(pausable(target).queue()::resume);
				this.queues.container(queue).ifPresent(JobContainer::lookAgain);
			}
			case START -> start(required(queue));
			case STOP -> stop(required(queue));
		}
		return describe(target, this.limit);
	}

	private void within(Runnable call) {
		TimeLimit.ask(this.limit, () -> {
			call.run();
			return true;
		});
	}

	private static OpenQueue pausable(OpenQueue queue) {
		if (!queue.can(Capability.PAUSE)) {
			throw refused("Queue '" + queue.name() + "' speaks " + queue.protocol().id()
					+ ", which cannot pause a queue for every worker; use STOP for this application");
		}
		return queue;
	}

	private JobContainer required(String queue) {
		return this.queues.container(queue)
			.orElseThrow(() -> refused("This application has no handler for queue '" + queue + "'"));
	}

	private static void start(JobContainer container) {
		if (container.state() == ContainerState.STOPPING) {
			throw refused("Queue '" + container.queue() + "' is still stopping; try again when it has stopped");
		}
		container.start();
	}

	// Running handlers may take their time, which the caller need not wait for.
	private static void stop(JobContainer container) {
		new Thread(container::stop, "redis-jobs-stop-" + container.queue()).start();
	}

	private static InvalidEndpointRequestException refused(String message) {
		return new InvalidEndpointRequestException(message, message);
	}

	private QueueDescriptor describe(OpenQueue queue, Duration limit) {
		JobContainer container = container(queue.name());
		try {
			return QueueDescriptor.of(queue, TimeLimit.ask(limit, queue.queue()::inspect), container);
		}
		catch (RuntimeException ex) {
			return QueueDescriptor.unreachable(queue, Reasons.of(ex), container);
		}
	}

	private @Nullable JobContainer container(String queue) {
		return this.queues.container(queue).orElse(null);
	}

}
