package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.protocol.FoundJobs;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.protocol.conveyor.ConveyorScripts.Taken;
import io.redisjobs.protocol.conveyor.ConveyorWorker.Identity;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.UnansweredCalls;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Takes jobs out of the queue into the worker's hand, and from there to its running jobs.
 */
final class ConveyorHand {

	private static final Log logger = LogFactory.getLog(ConveyorHand.class);

	private static final Duration LOOK_AT_PAUSE = Duration.ofSeconds(1);

	private static final int MAX_BATCH = 100;

	private final ConveyorScripts scripts;

	private final ConveyorSettings settings;

	private final ConveyorWorker worker;

	private final ConveyorRuns runs;

	private final UnansweredCalls<Settlement> unanswered;

	private final FoundJobs<ConveyorReservedJob> found;

	private final Clock clock;

	ConveyorHand(ConveyorScripts scripts, ConveyorSettings settings, ConveyorWorker worker, ConveyorRuns runs,
			UnansweredCalls<Settlement> unanswered, FoundJobs<ConveyorReservedJob> found, Clock clock) {
		this.scripts = scripts;
		this.settings = settings;
		this.worker = worker;
		this.runs = runs;
		this.unanswered = unanswered;
		this.found = found;
		this.clock = clock;
	}

	/** Takes jobs without waiting. */
	Reservation take(int max) {
		while (true) {
			Identity me = this.worker.identity();
			Instant now = this.clock.instant();
			Taken taken = this.scripts.take(me.id(), this.worker.queue(), this.worker.signOfLife(now), now,
					Math.min(max, MAX_BATCH), !me.registered());
			if (taken.word().equals("UNREGISTERED")) {
				this.worker.lost(me);
				continue;
			}
			this.worker.registered(me);
			if (taken.word().equals("PAUSED")) {
				return Reservation.paused(LOOK_AT_PAUSE);
			}
			if (taken.messages().isEmpty()) {
				return Reservation.empty();
			}
			List<ConveyorReservedJob> owned = own(me.id(), readable(me.id(), taken.messages()), now);
			if (!owned.isEmpty()) {
				return Reservation.of(owned);
			}
		}
	}

	private List<ConveyorJob> readable(String id, List<byte[]> messages) {
		return ConveyorMessages.readAll(messages, this.scripts.keys(), (unreadable) -> {
			logger
				.warn("Queue '" + this.worker.queue() + "': a message is not a job that can be read; it is put aside");
			this.scripts.putAside(this.scripts.keys().hand(id), unreadable);
		});
	}

	private List<ConveyorReservedJob> own(String id, List<ConveyorJob> jobs, Instant now) {
		if (jobs.isEmpty()) {
			return List.of();
		}
		// before Redis is asked, so that a job it says is ours is never one we do not
		// know of
		List<ConveyorRun> begun = jobs.stream().map((job) -> this.runs.begin(id, job.uuid())).toList();
		Reply words = this.unanswered.send(this.scripts.own(id, jobs),
				(late) -> this.found.keep(owned(begun, jobs, late, now)));
		return owned(begun, jobs, words, now);
	}

	private List<ConveyorReservedJob> owned(List<ConveyorRun> begun, List<ConveyorJob> jobs, Reply words, Instant now) {
		List<ConveyorReservedJob> owned = new ArrayList<>(jobs.size());
		for (int i = 0; i < jobs.size(); i++) {
			if (words.text(i).equals("OWNED")) {
				ConveyorJob job = jobs.get(i);
				ConveyorReservedJob reserved = new ConveyorReservedJob(job, begun.get(i), this.settings.attemptsOf(job),
						this.worker.leaseEnd(now));
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

}
