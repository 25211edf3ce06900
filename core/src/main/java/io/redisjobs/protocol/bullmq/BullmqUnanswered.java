package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

import io.redisjobs.redis.ErrorReply;
import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.Reply;

/**
 * Calls that may have been executed, though no answer came. They are sent again before
 * any other, and tell then what became of them.
 */
final class BullmqUnanswered {

	private final BullmqScripts scripts;

	private final Queue<Call> calls = new ConcurrentLinkedQueue<>();

	private final AtomicInteger count = new AtomicInteger();

	private final ReentrantLock lock = new ReentrantLock();

	private final Clock clock;

	BullmqUnanswered(BullmqScripts scripts, Clock clock) {
		this.scripts = scripts;
		this.clock = clock;
	}

	/**
	 * Sends a call, and keeps it if there is no answer.
	 * @param late takes the answer in that case, if it comes later
	 */
	Reply send(OnceCall call, Late late) {
		try {
			return this.scripts.send(call);
		}
		catch (RuntimeException | Error ex) {
			if (!ErrorReply.isIn(ex)) {
				this.calls.add(new Call(call, late));
				this.count.incrementAndGet();
			}
			throw ex;
		}
	}

	/** Learns what became of all calls so far; throws if Redis still does not answer. */
	void resolve() {
		if (this.count.get() == 0) {
			return;
		}
		// whoever comes meanwhile must not go on without what is learned here
		this.lock.lock();
		try {
			for (Call next = this.calls.peek(); next != null; next = this.calls.peek()) {
				resolve(next);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void resolve(Call call) {
		long now = this.clock.millis();
		Reply reply;
		try {
			reply = this.scripts.send(call.call);
		}
		catch (RuntimeException ex) {
			if (ErrorReply.isIn(ex)) {
				forget(call);
				return;
			}
			throw ex;
		}
		try {
			call.late.answered(now, reply);
		}
		finally {
			// an answer that cannot be read now cannot be read later either
			forget(call);
		}
	}

	private void forget(Call call) {
		this.calls.remove(call);
		this.count.decrementAndGet();
	}

	/** Takes an answer that comes late. */
	interface Late {

		/**
		 * Takes it.
		 * @param sentAt when the call was sent for the last time
		 * @param reply the answer
		 */
		void answered(long sentAt, Reply reply);

	}

	private record Call(OnceCall call, Late late) {

	}

}
