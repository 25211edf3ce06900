package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

import io.redisjobs.FollowUps;
import io.redisjobs.JobContext;
import io.redisjobs.UnsupportedJobOptionException;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.LogRole;
import io.redisjobs.protocol.Printable;
import io.redisjobs.protocol.ProgressRole;
import io.redisjobs.protocol.ReservedJob;
import org.jspecify.annotations.Nullable;

/** A job that a container holds, from its reservation to its settlement. */
final class HeldJob implements JobContext {

	private final ReservedJob job;

	private final JobServices services;

	private final ReentrantLock lock = new ReentrantLock();

	private final long heldSinceNanos = System.nanoTime();

	private volatile Instant leaseEnd;

	private volatile boolean lost;

	private volatile boolean settling;

	private @Nullable Thread thread;

	private long startedNanos;

	HeldJob(ReservedJob job, JobServices services) {
		this.job = job;
		this.services = services;
		this.leaseEnd = job.leaseEnd();
	}

	ReservedJob job() {
		return this.job;
	}

	/** How long ago it was taken. */
	Duration heldFor() {
		return Duration.ofNanos(System.nanoTime() - this.heldSinceNanos);
	}

	void begin(Thread runner) {
		this.lock.lock();
		try {
			this.thread = runner;
			this.startedNanos = System.nanoTime();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Ends the part that may be interrupted, and takes back an interruption meant for it.
	 */
	long end() {
		this.lock.lock();
		try {
			this.thread = null;
			Thread.interrupted();
			return System.nanoTime() - this.startedNanos;
		}
		finally {
			this.lock.unlock();
		}
	}

	void interrupt() {
		this.lock.lock();
		try {
			if (this.thread != null) {
				this.thread.interrupt();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Notes that the job is somebody else's by now; answers whether that is news. */
	boolean lose() {
		boolean news = !this.lost;
		this.lost = true;
		interrupt();
		return news;
	}

	/**
	 * Notes whether a settlement is on its way, during which a missing lease means
	 * nothing.
	 */
	void settling(boolean settling) {
		this.settling = settling;
	}

	boolean settling() {
		return this.settling;
	}

	void extendedTo(Instant end) {
		this.leaseEnd = end;
	}

	boolean expired(Clock clock) {
		return !clock.instant().isBefore(this.leaseEnd);
	}

	@Override
	public String queue() {
		return this.services.queue().name();
	}

	@Override
	public String id() {
		return this.job.id();
	}

	@Override
	public String name() {
		return this.job.name();
	}

	@Override
	public int attempt() {
		return this.job.attempt();
	}

	@Override
	public int maxAttempts() {
		return this.job.maxAttempts();
	}

	@Override
	public byte[] payload() {
		return this.job.payload();
	}

	@Override
	public String leaseToken() {
		return this.job.token();
	}

	@Override
	public Instant leaseEnd() {
		return this.leaseEnd;
	}

	@Override
	public boolean leaseLost() {
		return this.lost;
	}

	@Override
	public boolean extend() {
		if (this.lost) {
			return false;
		}
		return this.services.leases().renewed(this, this.services.leases().extend(this));
	}

	@Override
	public Optional<String> groupId() {
		return this.job.groupId();
	}

	@Override
	public Map<String, String> attributes() {
		return this.job.attributes();
	}

	@Override
	public void progress(@Nullable Object progress) {
		byte[] json = this.services.converter().write(progress);
		require(ProgressRole.class, Capability.PROGRESS).updateProgress(this.job, json);
	}

	@Override
	public void log(String line) {
		require(LogRole.class, Capability.LOGS).appendLog(this.job, line);
	}

	private <T> T require(Class<T> role, Capability capability) {
		return this.services.queue().queue().role(role).orElseThrow(() -> unsupported(capability));
	}

	private UnsupportedJobOptionException unsupported(Capability capability) {
		return new UnsupportedJobOptionException(queue(), this.services.queue().protocol().id(), capability.option());
	}

	@Override
	public FollowUps children() {
		if (!this.services.queue().can(Capability.PARENT)) {
			throw unsupported(Capability.PARENT);
		}
		return new RelatedJobs(this.services.jobs(), this, (options) -> {
			if (options.parent() == null) {
				options.parent(id());
			}
		});
	}

	@Override
	public FollowUps then() {
		if (!this.services.queue().can(Capability.AFTER)) {
			throw unsupported(Capability.AFTER);
		}
		return new RelatedJobs(this.services.jobs(), this, (options) -> options.after(id()));
	}

	@Override
	public <T> Optional<T> as(Class<T> type) {
		return type.isInstance(this.job) ? Optional.of(type.cast(this.job)) : Optional.empty();
	}

	@Override
	public String toString() {
		return "job " + Printable.of(id()) + " of queue '" + queue() + "'";
	}

}
