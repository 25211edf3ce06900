package io.redisjobs.redis;

import org.springframework.data.redis.connection.RedisConnection;

/**
 * A connection that one wait has to itself. Another thread may cut it, which ends the
 * command under way.
 */
final class DedicatedConnection implements AutoCloseable {

	private final DedicatedFactory factory;

	private final RedisConnection connection;

	private final Runnable cut;

	private volatile boolean aborted;

	private volatile long clientId;

	/**
	 * Creates the connection.
	 * @param factory where it comes from
	 * @param connection the open connection
	 * @param cut closes its socket, from any thread
	 */
	DedicatedConnection(DedicatedFactory factory, RedisConnection connection, Runnable cut) {
		this.factory = factory;
		this.connection = connection;
		this.cut = cut;
	}

	RedisConnection redis() {
		return this.connection;
	}

	/** Learns by which id other connections speak of this one. */
	void identify() {
		this.clientId = ClientCommands.id(this.connection);
	}

	long clientId() {
		return this.clientId;
	}

	/** Opens another connection to the same server. */
	DedicatedConnection another() {
		return this.factory.share().connect();
	}

	/** Cuts the connection without a word to Redis. */
	void abort() {
		this.aborted = true;
		this.cut.run();
	}

	boolean aborted() {
		return this.aborted;
	}

	@Override
	public void close() {
		try {
			// a farewell would wait for a server that hangs
			if (ClientCommands.saysFarewell(this.connection)) {
				this.cut.run();
			}
			this.connection.close();
		}
		catch (RuntimeException ex) {
			// it may be broken already, which is why it is being closed
		}
		finally {
			this.factory.release();
		}
	}

}
