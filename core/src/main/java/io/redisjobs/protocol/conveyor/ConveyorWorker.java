package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.UnansweredCalls;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * A worker of one queue: who it is, that it lives, and what it takes. Once others have
 * given it up it goes on under a new id, so that what it began before stays lost to it.
 */
final class ConveyorWorker {

	/** How long after its last sign of life every Conveyor worker counts as gone. */
	static final Duration GONE_AFTER = Duration.ofSeconds(30);

	private static final Log logger = LogFactory.getLog(ConveyorWorker.class);

	private static final Duration LOOK_AT_PAUSE = Duration.ofSeconds(1);

	private static final int MAX_BATCH = 100;

	private final ConveyorScripts scripts;

	private final String queue;

	private final Duration lease;

	private final ConveyorSettings settings;

	private final Clock clock;

	private final Supplier<String> ids;

	private final UnansweredCalls<Settlement, ConveyorReservedJob> unanswered;

	private final ConveyorRuns runs;

	private final AtomicReference<Identity> identity;

	ConveyorWorker(ConveyorScripts scripts, QueueDefinition definition, ConveyorSettings settings, Clock clock,
			Supplier<String> ids, UnansweredCalls<Settlement, ConveyorReservedJob> unanswered, ConveyorRuns runs) {
		this.unanswered = unanswered;
		this.runs = runs;
		this.scripts = scripts;
		this.queue = definition.name();
		this.lease = definition.lease();
		this.settings = settings;
		this.clock = clock;
		this.ids = ids;
		this.identity = new AtomicReference<>(new Identity(ids.get(), false));
	}

	/** Takes jobs without waiting. */
	Reservation take(int max) {
		while (true) {
			Identity me = this.identity.get();
			Instant now = this.clock.instant();
			Reply reply = this.scripts.take(me.id(), this.queue, signOfLife(now), now, Math.min(max, MAX_BATCH),
					!me.registered());
			switch (reply.text(0)) {
				case "UNREGISTERED" -> {
					logger.warn("Queue " + this.queue + ": worker " + me.id()
							+ " was given up by others and goes on under a new id; its jobs may run again");
					this.identity.compareAndSet(me, new Identity(this.ids.get(), false));
					continue;
				}
				case "PAUSED" -> {
					this.identity.compareAndSet(me, me.asRegistered());
					return Reservation.paused(LOOK_AT_PAUSE);
				}
				default -> this.identity.compareAndSet(me, me.asRegistered());
			}
			if (reply.size() == 1) {
				return Reservation.empty();
			}
			List<ConveyorReservedJob> owned = own(me.id(), readable(me.id(), reply), now);
			if (!owned.isEmpty()) {
				return Reservation.of(owned);
			}
		}
	}

	private List<ConveyorJob> readable(String id, Reply reply) {
		List<ConveyorJob> jobs = new ArrayList<>();
		for (int i = 1; i < reply.size(); i++) {
			byte[] bytes = reply.bytes(i);
			ConveyorMessages.read(bytes, this.scripts.keys()).ifPresentOrElse(jobs::add, () -> {
				logger.warn("Queue " + this.queue + ": a message that is not a job was put aside");
				this.scripts.park(this.scripts.keys().hand(id), false, bytes);
			});
		}
		return jobs;
	}

	private List<ConveyorReservedJob> own(String id, List<ConveyorJob> jobs, Instant now) {
		if (jobs.isEmpty()) {
			return List.of();
		}
		// before Redis is asked, so that a job it says is ours is never one we do not
		// know of
		List<ConveyorRun> begun = jobs.stream().map((job) -> this.runs.begin(id, job.uuid())).toList();
		Reply replies = this.unanswered.send(this.scripts.own(id, jobs, this.settings.publishesEvents()),
				(late) -> this.unanswered.found(owned(begun, jobs, late, now)));
		return owned(begun, jobs, replies, now);
	}

	private List<ConveyorReservedJob> owned(List<ConveyorRun> begun, List<ConveyorJob> jobs, Reply replies,
			Instant now) {
		List<ConveyorReservedJob> owned = new ArrayList<>();
		for (int i = 0; i < jobs.size(); i++) {
			if (replies.text(i).equals("OWNED")) {
				ConveyorJob job = jobs.get(i);
				ConveyorReservedJob reserved = new ConveyorReservedJob(job, begun.get(i),
						maxAttempts(job, this.settings), now.plus(this.lease));
				// what is known of an earlier run is not this one's
				this.unanswered.answer(reserved.called());
				owned.add(reserved);
			}
			else {
				this.runs.end(begun.get(i));
			}
		}
		return owned;
	}

	/** Tells that the worker lives, under an id it has or had. */
	List<String> heartbeat(String id, List<String> uuids) {
		return this.scripts.heartbeat(id, signOfLife(this.clock.instant()), uuids);
	}

	/** The ids under which it is registered or runs jobs. */
	Set<String> ids() {
		Set<String> ids = this.runs.workers();
		Identity me = this.identity.get();
		if (me.registered()) {
			ids.add(me.id());
		}
		return ids;
	}

	/** Ends the worker. */
	void retire() {
		Identity me = this.identity.get();
		if (me.registered()) {
			this.scripts.retire(me.id(), this.queue);
		}
	}

	// All workers use one limit; a longer or shorter lease shows as a later or earlier
	// sign of life.
	private Instant signOfLife(Instant now) {
		return now.plus(this.lease).minus(GONE_AFTER);
	}

	static int maxAttempts(ConveyorJob job, ConveyorSettings settings) {
		return (job.maxRetries() > 0) ? job.maxRetries() : settings.maxRetries();
	}

	/**
	 * Who the worker is at present.
	 *
	 * @param id its id
	 * @param registered whether Redis knows it
	 */
	private record Identity(String id, boolean registered) {

		Identity asRegistered() {
			return this.registered ? this : new Identity(this.id, true);
		}

	}

}
