package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

import io.redisjobs.protocol.RehearsalRole;
import io.redisjobs.protocol.Rest;
import io.redisjobs.redis.DueTimes;
import io.redisjobs.redis.KeysByPrefix;

import org.springframework.data.redis.connection.RedisConnection;

/**
 * What tests do to a queue. Its groups stay, because workers of others may wait in them.
 */
final class StreamsRehearsal implements RehearsalRole {

	private static final int AT_A_TIME = 1000;

	private final StreamsScripts scripts;

	private final StreamsKeys keys;

	private final Rest rest;

	private final DueTimes retries;

	private final KeysByPrefix found;

	StreamsRehearsal(StreamsScripts scripts, StreamsKeys keys, Rest rest) {
		this.scripts = scripts;
		this.keys = keys;
		this.rest = rest;
		this.retries = new DueTimes(scripts.connections(), keys.retries());
		this.found = new KeysByPrefix(scripts.connections());
	}

	@Override
	public Optional<Duration> nextDue() {
		return this.retries.earliest()
			.stream()
			.mapToObj((due) -> Duration.ofMillis(Math.max(0, (long) due - serverMillis())))
			.findFirst();
	}

	private long serverMillis() {
		try (RedisConnection connection = this.scripts.connections().getConnection()) {
			return Objects.requireNonNull(connection.serverCommands().time());
		}
	}

	@Override
	public Duration rest() {
		return this.rest.left();
	}

	@Override
	public void advance(Duration by) {
		this.rest.shorten(by);
		this.retries.lower(by.toMillis());
	}

	@Override
	public void clear() {
		this.rest.begin(Duration.ZERO);
		while (this.scripts.drop(AT_A_TIME)) {
			// the next piece
		}
		this.found.remove(this.keys.markers());
		this.found.remove(this.keys.allRetries());
		this.found.remove(this.keys.ownPrefix());
	}

}
