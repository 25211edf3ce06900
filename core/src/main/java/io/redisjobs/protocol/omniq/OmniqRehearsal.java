package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.redisjobs.protocol.RehearsalRole;
import io.redisjobs.protocol.Rest;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.DueTimes;
import io.redisjobs.redis.KeysByPrefix;

import org.springframework.data.redis.connection.RedisConnection;

/** What tests do to a queue. */
final class OmniqRehearsal implements RehearsalRole {

	private static final byte[] DUE = Bytes.of("due_ms");

	private final OmniqBinding binding;

	private final Rest rest;

	private final DueTimes delayed;

	private final KeysByPrefix found;

	OmniqRehearsal(OmniqBinding binding, Rest rest) {
		this.binding = binding;
		this.rest = rest;
		this.delayed = new DueTimes(binding.scripts().connections(), binding.keys().delayed());
		this.found = new KeysByPrefix(binding.scripts().connections());
	}

	@Override
	public Optional<Duration> nextDue() {
		return this.delayed.earliest()
			.stream()
			.mapToObj((due) -> Duration.ofMillis(Math.max(0, (long) due - now())))
			.findFirst();
	}

	/** The time that jobs are stamped with. */
	private long now() {
		long now = this.binding.now();
		if (now != 0) {
			return now;
		}
		try (RedisConnection connection = this.binding.scripts().connections().getConnection()) {
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
		List<String> lowered = this.delayed.lower(by.toMillis());
		try (RedisConnection connection = this.binding.scripts().connections().getConnection()) {
			for (String id : lowered) {
				byte[] job = this.binding.keys().job(id);
				byte[] due = connection.hashCommands().hGet(job, DUE);
				if (due != null && due.length > 0) {
					connection.hashCommands().hSet(job, DUE, Bytes.of(Long.parseLong(Bytes.text(due)) - by.toMillis()));
				}
			}
		}
	}

	@Override
	public void clear() {
		this.rest.begin(Duration.ZERO);
		this.found.remove(this.binding.keys().prefix());
		this.found.remove(this.binding.keys().ownPrefix());
	}

}
