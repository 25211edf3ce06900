package io.redisjobs.redis;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * A connection that blocking commands have to themselves, so that waiting takes nothing
 * from the application's pool. It is opened when first needed and again after a failure;
 * a wait can be ended from another thread, soon even if Redis does not answer.
 */
public final class WaitingConnection implements AutoCloseable {

	private static final long UNBLOCK_RETRY_NANOS = 1_000_000;

	/** How long Redis has to end a wait, before the connection is cut. */
	private static final Duration UNBLOCK_LIMIT = Duration.ofMillis(500);

	/** How long a thread has to notice that its wait has ended. */
	private static final Duration NOTICE_LIMIT = Duration.ofMillis(300);

	private final DedicatedConnections connections;

	private final ReentrantLock lock = new ReentrantLock();

	private volatile boolean woken;

	private volatile boolean waiting;

	private volatile boolean closed;

	private volatile @Nullable CompletableFuture<DedicatedConnection> opening;

	private volatile @Nullable DedicatedConnection connection;

	/**
	 * Creates the connection without opening it.
	 * @param shared the application's connections, whose settings are taken over
	 * @param key a key the blocking commands use; on a cluster its node is connected to
	 * @param clientName what CLIENT LIST shows, or {@code null}; characters that Redis
	 * refuses in a name become hyphens
	 */
	public WaitingConnection(RedisConnectionFactory shared, byte[] key, @Nullable String clientName) {
		this.connections = DedicatedConnections.toKey(shared, key, clientName);
	}

	/**
	 * Runs a blocking command, one caller at a time.
	 * @return its reply, or {@code null} if the wait was ended from elsewhere
	 */
	public <T> @Nullable T await(Function<RedisConnection, @Nullable T> command) {
		this.lock.lock();
		boolean sound = false;
		try {
			this.waiting = true;
			T reply = ended() ? null : run(command);
			sound = true;
			return reply;
		}
		catch (CancellationException ex) {
			this.woken = false;
			return null;
		}
		catch (RuntimeException ex) {
			if (isCut()) {
				return null;
			}
			throw ex;
		}
		finally {
			if (!sound || isCut()) {
				drop();
			}
			this.waiting = false;
			this.lock.unlock();
		}
	}

	private <T> @Nullable T run(Function<RedisConnection, @Nullable T> command) {
		DedicatedConnection open = open();
		// a call that comes while a reply is on its way ends the next wait instead
		return ended() ? null : command.apply(open.redis());
	}

	private boolean ended() {
		if (this.woken) {
			this.woken = false;
			return true;
		}
		return this.closed;
	}

	private boolean isCut() {
		DedicatedConnection open = this.connection;
		return open != null && open.aborted();
	}

	// on another thread, because no driver lets go of a connection that is being opened
	private DedicatedConnection open() {
		DedicatedConnection open = this.connection;
		if (open != null) {
			return open;
		}
		CompletableFuture<DedicatedConnection> opening = TimeLimit.start(this.connections::open,
				DedicatedConnection::close);
		this.opening = opening;
		try {
			if (this.woken) {
				opening.cancel(false);
			}
			open = opening.join();
			this.connection = open;
			return open;
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof RuntimeException cause) ? cause : new IllegalStateException(ex.getCause());
		}
		finally {
			this.opening = null;
		}
	}

	private void drop() {
		DedicatedConnection open = this.connection;
		this.connection = null;
		if (open != null) {
			open.close();
		}
	}

	/** Ends the wait under way, or the next one. */
	public void wakeUp() {
		this.woken = true;
		if (this.waiting && !unblock()) {
			cut();
		}
	}

	private boolean unblock() {
		try {
			return TimeLimit.ask(UNBLOCK_LIMIT, this::unblockWhenBlocked);
		}
		catch (RuntimeException ex) {
			return false;
		}
	}

	// the waiting thread may not have reached Redis yet: ask until it has, or has seen
	// the flag
	private boolean unblockWhenBlocked() {
		long deadline = System.nanoTime() + UNBLOCK_LIMIT.toNanos();
		DedicatedConnection other = null;
		try {
			while (this.waiting && this.woken && System.nanoTime() < deadline) {
				DedicatedConnection open = this.connection;
				if (open != null) {
					other = (other != null) ? other : open.another();
					if (ClientCommands.unblock(other.redis(), open.clientId())) {
						return true;
					}
				}
				LockSupport.parkNanos(UNBLOCK_RETRY_NANOS);
			}
			return !this.waiting || !this.woken;
		}
		finally {
			if (other != null) {
				other.close();
			}
		}
	}

	private void cut() {
		CompletableFuture<DedicatedConnection> opening = this.opening;
		if (opening != null) {
			opening.cancel(false);
		}
		DedicatedConnection open = this.connection;
		if (open != null) {
			open.abort();
		}
	}

	/** Ends the wait under way and closes the connection; the next wait opens another. */
	public void disconnect() {
		boolean free = this.lock.tryLock();
		if (!free) {
			wakeUp();
			free = lockSoon();
		}
		if (!free) {
			cut();
			free = lockSoon();
		}
		if (free) {
			try {
				this.woken = false;
				drop();
			}
			finally {
				this.lock.unlock();
			}
		}
	}

	private boolean lockSoon() {
		try {
			return this.lock.tryLock(NOTICE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return this.lock.tryLock();
		}
	}

	/** Ends the wait under way and closes the connection for good. */
	@Override
	public void close() {
		this.closed = true;
		disconnect();
	}

}
