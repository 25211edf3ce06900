package io.redisjobs.redis;

import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * A connection that blocking commands have to themselves, so that waiting takes nothing
 * from the application's pool. It is opened when first needed and again after a failure;
 * a wait can be ended from another thread.
 */
public final class WaitingConnection implements AutoCloseable {

	private static final long UNBLOCK_RETRY_NANOS = 1_000_000;

	private final DedicatedConnections connections;

	private final @Nullable String clientName;

	private final ReentrantLock lock = new ReentrantLock();

	private volatile boolean woken;

	private volatile boolean waiting;

	private volatile boolean closed;

	private volatile long clientId;

	private @Nullable RedisConnection connection;

	/**
	 * Creates the connection without opening it.
	 * @param shared the application's connections, whose settings are taken over
	 * @param key a key the blocking commands use; on a cluster its node is connected to
	 * @param clientName what CLIENT LIST shows, or {@code null}
	 */
	public WaitingConnection(RedisConnectionFactory shared, byte[] key, @Nullable String clientName) {
		this.connections = new DedicatedConnections(shared, key);
		this.clientName = clientName;
	}

	/**
	 * Runs a blocking command, one caller at a time.
	 * @return its reply, or {@code null} if the wait was ended from elsewhere
	 */
	public <T> @Nullable T await(Function<RedisConnection, @Nullable T> command) {
		this.lock.lock();
		try {
			RedisConnection open = open();
			this.waiting = true;
			// a call that comes while a reply is on its way ends the next wait instead
			if (this.woken || this.closed) {
				this.woken = false;
				return null;
			}
			return command.apply(open);
		}
		catch (RuntimeException ex) {
			disconnect();
			throw ex;
		}
		finally {
			this.waiting = false;
			this.lock.unlock();
		}
	}

	/** Ends the wait under way, or the next one. */
	public void wakeUp() {
		this.woken = true;
		// the waiting thread may not have reached Redis yet: ask until it has, or has
		// seen the flag
		while (this.waiting && this.woken && !unblock()) {
			LockSupport.parkNanos(UNBLOCK_RETRY_NANOS);
		}
	}

	private boolean unblock() {
		try (RedisConnection other = this.connections.open()) {
			return ClientCommands.unblock(other, this.clientId);
		}
		catch (RuntimeException ex) {
			// without Redis the wait ends by its own timeout
			return true;
		}
	}

	private RedisConnection open() {
		if (this.connection == null) {
			RedisConnection opened = this.connections.open();
			if (this.clientName != null) {
				opened.serverCommands().setClientName(Bytes.of(this.clientName));
			}
			this.clientId = ClientCommands.id(opened);
			this.connection = opened;
		}
		return this.connection;
	}

	private void disconnect() {
		if (this.connection != null) {
			try {
				this.connection.close();
			}
			catch (RuntimeException ex) {
				// it is broken already, which is why it is being closed
			}
			this.connection = null;
		}
		this.connections.reset();
	}

	/** Ends the wait under way and closes the connection. */
	@Override
	public void close() {
		this.closed = true;
		wakeUp();
		this.lock.lock();
		try {
			disconnect();
		}
		finally {
			this.lock.unlock();
		}
	}

}
