package io.redisjobs.listener;

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
import io.redisjobs.protocol.ProgressRole;
import io.redisjobs.protocol.ReservedJob;
import org.jspecify.annotations.Nullable;

/**
 * A job that a container holds, from when it is taken until what became of it is written.
 */
final class HeldJob implements JobContext {

	private final ReservedJob job;

	private final JobServices services;

	private final ReentrantLock lock = new ReentrantLock();

	private final long heldSinceNanos = System.nanoTime();

	private volatile Lease lease;

	private volatile boolean lost;

	private volatile long writingSinceNanos;

	private volatile boolean beingWritten;

	private @Nullable Thread thread;

	private boolean interrupted;

	private long startedNanos;

	private volatile int blockedTries;

	HeldJob(ReservedJob job, JobServices services) {
		this.job = job;
		this.services = services;
		this.lease = new Lease(services.clock().instant(), job.leaseEnd());
	}

	ReservedJob job() {
		return this.job;
	}

	/** How long ago it was taken. */
	Duration heldFor() {
		return Duration.ofNanos(System.nanoTime() - this.heldSinceNanos);
	}

	/**
	 * Begins the part that may be interrupted.
	 * @return whether the job may be run: not if it was lost or interrupted meanwhile
	 */
	boolean begin(Thread runner) {
		this.lock.lock();
		try {
			if (this.lost || this.interrupted) {
				return false;
			}
			this.thread = runner;
			this.startedNanos = System.nanoTime();
			return true;
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

	/** Interrupts the run, or keeps it from beginning. */
	void interrupt() {
		this.lock.lock();
		try {
			this.interrupted = true;
			interruptRun();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Notes that the job is somebody else's by now; answers whether that is new. */
	boolean markLost() {
		this.lock.lock();
		try {
			boolean first = !this.lost;
			this.lost = true;
			interruptRun();
			return first;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void interruptRun() {
		if (this.thread != null) {
			this.thread.interrupt();
		}
	}

	/**
	 * Notes that what became of the job is being written. From then on a missing lease
	 * means nothing; only the answer tells what became of the job.
	 */
	void beginWriting() {
		if (!this.beingWritten) {
			this.writingSinceNanos = System.nanoTime();
			this.beingWritten = true;
		}
	}

	/** Counts that it could not be completed yet; answers how often by now. */
	int countBlocked() {
		int count = this.blockedTries + 1;
		this.blockedTries = count;
		return count;
	}

	int blockedTries() {
		return this.blockedTries;
	}

	/** For how long it has been being written, zero if it is not. */
	Duration writingFor() {
		return this.beingWritten ? Duration.ofNanos(System.nanoTime() - this.writingSinceNanos) : Duration.ZERO;
	}

	boolean isBeingWritten() {
		return this.beingWritten;
	}

	Lease lease() {
		return this.lease;
	}

	void extendedTo(Instant end) {
		this.lease = new Lease(this.services.clock().instant(), end);
	}

	boolean leaseEnded() {
		return this.lease.endedBy(this.services.clock().instant());
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
		return this.lease.end();
	}

	@Override
	public boolean leaseLost() {
		return this.lost;
	}

	@Override
	public boolean extend() {
		return !this.lost && this.services.leases().extend(this);
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
		return LogText.name(queue(), id());
	}

}
