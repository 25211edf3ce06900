package io.redisjobs.autoconfigure.actuate;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import io.redisjobs.listener.ContainerState;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.listener.JobMonitor;
import io.redisjobs.redis.TimeLimit;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Down while Redis does not answer, or one of the containers, while something is overdue
 * in one, or while the upkeep of a queue without a container fails. A container that was
 * stopped on purpose is shown, but is no failure.
 */
public class JobsHealthIndicator extends AbstractHealthIndicator implements JobMonitor {

	private static final Duration LIMIT = Duration.ofSeconds(10);

	private final RedisConnectionFactory connections;

	private final KnownQueues queues;

	private final Map<String, String> outages = new ConcurrentHashMap<>();

	private final Map<String, String> neglected = new ConcurrentHashMap<>();

	public JobsHealthIndicator(RedisConnectionFactory connections, KnownQueues queues) {
		super("The health check of redis-jobs failed");
		this.connections = connections;
		this.queues = queues;
	}

	@Override
	public void containerChanged(String queue, ContainerState state, @Nullable Throwable reason) {
		if (isTrouble(state) && reason != null) {
			this.outages.put(queue, Reasons.of(reason));
		}
		else {
			this.outages.remove(queue);
		}
	}

	@Override
	public void upkeepChanged(String queue, @Nullable Throwable reason) {
		if (reason != null) {
			this.neglected.put(queue, Reasons.of(reason));
		}
		else {
			this.neglected.remove(queue);
		}
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		builder.up();
		Map<String, Object> containers = new TreeMap<>();
		for (JobContainer container : this.queues.containers()) {
			containers.put(container.queue(), describe(container, builder));
		}
		builder.withDetail("containers", containers);
		if (!this.neglected.isEmpty()) {
			builder.down().withDetail("upkeep", new TreeMap<>(this.neglected));
		}
		try {
			TimeLimit.ask(LIMIT, this::ping);
		}
		catch (RuntimeException ex) {
			builder.down().withDetail("redis", Reasons.of(ex));
		}
	}

	private String ping() {
		try (RedisConnection connection = this.connections.getConnection()) {
			return String.valueOf(connection.ping());
		}
	}

	private String describe(JobContainer container, Health.Builder builder) {
		ContainerState state = container.state();
		if (!isTrouble(state)) {
			return state.name();
		}
		builder.down();
		return state + ": " + this.outages.getOrDefault(container.queue(), "Redis does not answer");
	}

	private static boolean isTrouble(ContainerState state) {
		return state == ContainerState.DISCONNECTED || state == ContainerState.UNRESPONSIVE
				|| state == ContainerState.FAILED;
	}

}
