package io.redisjobs.protocol.omniq;

import java.time.Instant;
import java.util.Optional;

import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.Reply;
import org.jspecify.annotations.Nullable;

/** A job that a script has leased. */
final class OmniqReservedJob implements ReservedJob {

	private final String id;

	private final byte[] payload;

	private final long lockUntilMs;

	private final int attempt;

	private final int maxAttempts;

	private final String gid;

	private final String token;

	private final @Nullable Instant waitingSince;

	private final Instant leaseEnd;

	OmniqReservedJob(Reply job, long leasedAtMs, Instant start) {
		this.id = job.text(0);
		this.payload = job.bytes(1);
		this.lockUntilMs = job.number(2);
		this.attempt = (int) job.number(3);
		this.maxAttempts = attempts(job.text(4));
		this.gid = job.text(5);
		this.token = job.text(6);
		this.waitingSince = job.has(7) ? OmniqSnapshots.instant(job.text(7)) : null;
		this.leaseEnd = start.plusMillis(this.lockUntilMs - leasedAtMs);
	}

	private OmniqReservedJob(OmniqReservedJob job, Instant leaseEnd) {
		this.id = job.id;
		this.payload = job.payload;
		this.lockUntilMs = job.lockUntilMs;
		this.attempt = job.attempt;
		this.maxAttempts = job.maxAttempts;
		this.gid = job.gid;
		this.token = job.token;
		this.waitingSince = job.waitingSince;
		this.leaseEnd = leaseEnd;
	}

	OmniqReservedJob extendedTo(Instant leaseEnd) {
		return new OmniqReservedJob(this, leaseEnd);
	}

	// other clients store what they were given, which may be no number
	private static int attempts(String stored) {
		try {
			return Math.max(1, Integer.parseInt(stored));
		}
		catch (NumberFormatException ex) {
			return 1;
		}
	}

	@Override
	public String id() {
		return this.id;
	}

	@Override
	public String name() {
		return "";
	}

	@Override
	public byte[] payload() {
		return this.payload;
	}

	@Override
	public int attempt() {
		return this.attempt;
	}

	@Override
	public int maxAttempts() {
		return this.maxAttempts;
	}

	@Override
	public String token() {
		return this.token;
	}

	@Override
	public Instant leaseEnd() {
		return this.leaseEnd;
	}

	@Override
	public Optional<Instant> waitingSince() {
		return Optional.ofNullable(this.waitingSince);
	}

	@Override
	public Optional<String> groupId() {
		return this.gid.isEmpty() ? Optional.empty() : Optional.of(this.gid);
	}

	OmniqReserveResult.Job result() {
		return new OmniqReserveResult.Job(this.id, Bytes.text(this.payload), this.lockUntilMs, this.attempt,
				this.maxAttempts, this.gid.isEmpty() ? null : this.gid, this.token);
	}

}
