package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

import io.redisjobs.protocol.RehearsalRole;
import io.redisjobs.protocol.Rest;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.DueTimes;
import io.redisjobs.redis.KeysByPrefix;
import io.redisjobs.redis.OwnKeys;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** What tests do to a queue. */
final class BullmqRehearsal implements RehearsalRole {

	/** Scores of delayed jobs are milliseconds times this, and a number. */
	private static final int JOBS_PER_MILLI = 4096;

	private final RedisConnectionFactory connections;

	private final BullmqKeys keys;

	private final double ownLimit;

	private final Rest rest;

	private final BullmqPassedTime passed;

	private final Clock clock;

	private final DueTimes delayed;

	private final KeysByPrefix found;

	BullmqRehearsal(RedisConnectionFactory connections, BullmqKeys keys, BullmqSettings settings, Rest rest,
			BullmqPassedTime passed, Clock clock) {
		this.connections = connections;
		this.keys = keys;
		this.ownLimit = (settings.limit() != null) ? settings.limit().max() : Double.POSITIVE_INFINITY;
		this.rest = rest;
		this.passed = passed;
		this.clock = clock;
		this.delayed = new DueTimes(connections, keys.delayed());
		this.found = new KeysByPrefix(connections);
	}

	/** What milliseconds are among the scores of delayed jobs. */
	static double score(long millis) {
		return (double) millis * JOBS_PER_MILLI;
	}

	@Override
	public Optional<Duration> nextDue() {
		return this.delayed.earliest()
			.stream()
			.mapToObj((score) -> Duration
				.ofMillis(Math.max(0, (long) Math.floor(score / JOBS_PER_MILLI) - this.clock.millis())))
			.findFirst();
	}

	@Override
	public Duration rest() {
		Duration rest = this.rest.left();
		Duration limited = limited();
		return (rest.compareTo(limited) > 0) ? rest : limited;
	}

	private Duration limited() {
		try (RedisConnection connection = this.connections.getConnection()) {
			byte[] max = connection.hashCommands().hGet(this.keys.meta(), Bytes.of("max"));
			byte[] started = connection.stringCommands().get(this.keys.limiter());
			Long left = connection.keyCommands().pTtl(this.keys.limiter());
			double limit = (max != null) ? Double.parseDouble(Bytes.text(max)) : this.ownLimit;
			boolean reached = started != null && left != null && Double.parseDouble(Bytes.text(started)) >= limit;
			return Duration.ofMillis(reached ? Math.max(0, left) : 0);
		}
	}

	@Override
	public void advance(Duration by) {
		this.rest.shorten(by);
		this.passed.pass(by);
		boolean delays = !this.delayed.lower(score(by.toMillis())).isEmpty();
		this.found.shorten(this.keys.base(), (key) -> key.equals("limiter") || key.startsWith("de:"), by.toMillis());
		if (delays) {
			try (RedisConnection connection = this.connections.getConnection()) {
				// whoever waits for the marker looks at the queue again
				connection.zSetCommands().zAdd(this.keys.marker(), 0, new byte[] { '0' });
			}
		}
	}

	@Override
	public void clear() {
		this.rest.begin(Duration.ZERO);
		this.passed.forget();
		this.found.removeUnlessNested(this.keys.base(), "meta");
		this.found.remove(OwnKeys.beside(this.keys.base()));
	}

}
