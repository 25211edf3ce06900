package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

import io.redisjobs.protocol.FoundJobs;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.Rest;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.UnansweredCalls;

/** Takes jobs in the name of one worker, alone or while others are completed. */
final class BullmqTaker {

	/** What one script call may take without holding Redis for long. */
	private static final int MAX_JOBS = 250;

	private final String workerId = UUID.randomUUID().toString();

	private final AtomicLong calls = new AtomicLong();

	private final BullmqScripts scripts;

	private final BullmqScripts.Worker worker;

	private final BullmqJobReader reader;

	private final UnansweredCalls<Settlement> unanswered;

	private final FoundJobs<BullmqReservedJob> found;

	private final BullmqWaiter waiter;

	private final Clock clock;

	private final Rest rest = new Rest();

	BullmqTaker(BullmqScripts scripts, BullmqScripts.Worker worker, BullmqJobReader reader,
			UnansweredCalls<Settlement> unanswered, BullmqLeases leases, BullmqWaiter waiter, Clock clock) {
		this.scripts = scripts;
		this.worker = worker;
		this.reader = reader;
		this.unanswered = unanswered;
		this.found = new FoundJobs<>(leases::extend, BullmqReservedJob::extendedTo);
		this.waiter = waiter;
		this.clock = clock;
	}

	/** The time in which nothing is taken. */
	Rest rest() {
		return this.rest;
	}

	/** Takes jobs, and waits for some if there are none. */
	Reservation take(int max, int slots, Duration maxWait) {
		long start = System.nanoTime();
		while (true) {
			BullmqTaken taken = takeWith(max, slots, this::takeOnly).taken();
			long left = left(start, maxWait);
			if (!taken.isWorthWaiting() || left <= 0 || !await(taken, left) || left(start, maxWait) <= 0) {
				return reservation(taken);
			}
		}
	}

	private boolean await(BullmqTaken empty, long left) {
		return this.waiter.await(empty.waitUntil(this.clock.millis() + left), this.rest.behindOthers().toMillis());
	}

	Reservation reservation(BullmqTaken taken) {
		return taken.reservation(this.clock.millis());
	}

	private static long left(long start, Duration maxWait) {
		return BullmqDurations.ceilMillis(start + BullmqDurations.nanos(maxWait) - System.nanoTime());
	}

	private Turn takeOnly(int max, int slots) {
		if (max < 1) {
			return new Turn(List.of(), BullmqTaken.NOTHING);
		}
		BullmqScripts.Take take = request(max, slots);
		Reply reply = this.unanswered.send(this.scripts.moveToActive(take), (late) -> keep(take, late));
		return new Turn(List.of(), read(take, reply));
	}

	/**
	 * Learns what became of calls without an answer, hands out what was found and lets
	 * the call take the rest, unless the queue rests.
	 * @param max the most jobs to take; with 0 what was found stays
	 */
	Turn takeWith(int max, int slots, Call call) {
		this.unanswered.ask();
		List<BullmqReservedJob> found = (max > 0) ? this.found.take() : List.of();
		Duration rest = this.rest.left();
		int wanted = rest.isZero() ? Math.max(0, max - found.size()) : 0;
		Turn turn;
		try {
			turn = call.send(wanted, Math.max(0, slots - found.size()));
		}
		catch (RuntimeException | Error ex) {
			this.found.keep(found);
			throw ex;
		}
		BullmqTaken taken = rest.isZero() ? turn.taken.later(this.rest.behindOthers()) : BullmqTaken.resting(rest);
		return new Turn(turn.settlements, taken.after(found));
	}

	/** What a call is to take. */
	BullmqScripts.Take request(int max, int slots) {
		return new BullmqScripts.Take(this.clock.millis(), Math.min(max, MAX_JOBS), slots,
				this.workerId + ":" + this.calls.getAndIncrement(), this.worker);
	}

	/** Reads what a call has taken. */
	BullmqTaken read(BullmqScripts.Take take, Reply reply) {
		return this.reader.read(take, reply);
	}

	/** Keeps what a call has taken whose reply came late. */
	void keep(BullmqScripts.Take take, Reply late) {
		this.found.keep(read(take, late).jobs());
	}

	/** A call that takes jobs and may complete others. */
	interface Call {

		/**
		 * Sends it.
		 * @param max the most jobs to take, may be 0
		 * @param slots how many of them may have been with a worker before
		 */
		Turn send(int max, int slots);

	}

	/**
	 * The answer to a call.
	 *
	 * @param settlements what became of the completions, in their order
	 * @param taken what was taken
	 */
	record Turn(List<Settlement> settlements, BullmqTaken taken) {

	}

}
