package io.redisjobs.protocol.conveyor;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.redis.TimeLimit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * A worker of one queue: who it is, and until when it lives. Once it is lost to others it
 * goes on under a new id, so that what it began before stays lost to it.
 */
final class ConveyorWorker {

	/** How long after its last sign of life every Conveyor worker counts as lost. */
	static final Duration LOST_AFTER = Duration.ofSeconds(30);

	/** How long a server that may hang has to take the sign-off. */
	private static final Duration FAREWELL = Duration.ofSeconds(1);

	private static final Log logger = LogFactory.getLog(ConveyorWorker.class);

	private final ConveyorScripts scripts;

	private final String queue;

	private final Duration lease;

	private final Supplier<String> ids;

	private final AtomicReference<Identity> identity;

	ConveyorWorker(ConveyorScripts scripts, QueueDefinition definition, Supplier<String> ids) {
		this.scripts = scripts;
		this.queue = definition.name();
		this.lease = definition.lease();
		this.ids = ids;
		this.identity = new AtomicReference<>(new Identity(ids.get(), false));
	}

	String queue() {
		return this.queue;
	}

	Identity identity() {
		return this.identity.get();
	}

	/** Notes that Redis knows the worker. */
	void registered(Identity me) {
		if (!me.registered()) {
			this.identity.compareAndSet(me, new Identity(me.id(), true));
		}
	}

	/** Notes that the worker is lost to others. */
	void lost(Identity me) {
		logger.warn("Queue '" + this.queue + "': others took worker " + me.id()
				+ " for lost, and it goes on under a new id; its jobs may run again");
		this.identity.compareAndSet(me, new Identity(this.ids.get(), false));
	}

	/** Lets Redis hear of the worker anew, because tests may empty it altogether. */
	void introduceAgain() {
		this.identity.updateAndGet((me) -> new Identity(me.id(), false));
	}

	/** When a lease ends that begins or is extended at some moment. */
	Instant leaseEnd(Instant from) {
		return from.plus(this.lease);
	}

	/**
	 * What the worker tells as its latest sign of life. All workers use one limit; a
	 * longer or shorter lease shows as a later or earlier sign of life.
	 */
	Instant signOfLife(Instant now) {
		return leaseEnd(now).minus(LOST_AFTER);
	}

	/** Ends the worker, without waiting long. */
	void signOff() {
		Identity me = this.identity.get();
		if (!me.registered()) {
			return;
		}
		try {
			TimeLimit.ask(FAREWELL, () -> {
				this.scripts.retire(me.id(), this.queue);
				return true;
			});
		}
		catch (RuntimeException ex) {
			logger.warn("Queue '" + this.queue + "': the worker could not sign off; what it holds is recovered after "
					+ "its lease", ex);
		}
	}

	/**
	 * Who the worker is at present.
	 *
	 * @param id its id
	 * @param registered whether Redis knows it
	 */
	record Identity(String id, boolean registered) {

	}

}
