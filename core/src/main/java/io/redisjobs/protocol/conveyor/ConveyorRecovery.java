package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.redisjobs.protocol.Printable;
import io.redisjobs.protocol.conveyor.ConveyorRunEnd.Way;
import io.redisjobs.protocol.conveyor.ConveyorWorker.Identity;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.redis.RedisSystemException;

/**
 * Finds jobs that nobody runs though Redis says so: those of workers that are lost, and
 * those that this worker does not run any more.
 */
final class ConveyorRecovery {

	private static final Log logger = LogFactory.getLog(ConveyorRecovery.class);

	private static final int BATCH = 100;

	private final ConveyorScripts scripts;

	private final ConveyorStore store;

	private final ConveyorCloser closer;

	private final ConveyorRunEnds ends;

	private final ConveyorWorker worker;

	private final ConveyorRuns runs;

	private final Clock clock;

	ConveyorRecovery(ConveyorScripts scripts, ConveyorStore store, ConveyorCloser closer, ConveyorRunEnds ends,
			ConveyorWorker worker, ConveyorRuns runs, Clock clock) {
		this.scripts = scripts;
		this.store = store;
		this.closer = closer;
		this.ends = ends;
		this.worker = worker;
		this.runs = runs;
		this.clock = clock;
	}

	/**
	 * Takes lost jobs back; answers what became of each.
	 * @param limit the most to take from other workers, zero to leave those alone
	 */
	List<Outcome> recover(int limit) {
		List<Outcome> outcomes = new ArrayList<>();
		if (limit > 0) {
			recoverFromOthers(limit, outcomes);
		}
		recoverOwn(outcomes);
		return outcomes;
	}

	private void recoverFromOthers(int limit, List<Outcome> outcomes) {
		for (String lost : this.scripts.prune(this.clock.instant().minus(ConveyorWorker.LOST_AFTER), BATCH)) {
			if (outcomes.size() >= limit) {
				return;
			}
			for (String uuid : this.store.jobsOf(lost)) {
				unlessStuck("job " + Printable.of(uuid), () -> outcomes.add(recover(lost, uuid)));
			}
			unlessStuck("what worker " + Printable.of(lost) + " had in hand", () -> emptyHand(lost));
			this.scripts.forget(lost);
		}
	}

	/**
	 * Recovers what Redis says this worker runs and it does not: runs that were dropped
	 * in an outage, and runs it had ended when Redis went back to an older state.
	 */
	private void recoverOwn(List<Outcome> outcomes) {
		this.runs.endSilent();
		for (String id : ownIds()) {
			// looked at before and after, because runs begin and end meanwhile
			Set<String> before = this.runs.jobsOf(id);
			List<String> owned = this.store.jobsOf(id);
			Set<String> after = this.runs.jobsOf(id);
			for (String uuid : owned) {
				if (!before.contains(uuid) && !after.contains(uuid)) {
					unlessStuck("job " + Printable.of(uuid), () -> outcomes.add(recover(id, uuid)));
				}
			}
		}
	}

	/** The ids under which this worker is registered or runs jobs. */
	private Set<String> ownIds() {
		Set<String> ids = new HashSet<>(this.runs.workers());
		Identity me = this.worker.identity();
		if (me.registered()) {
			ids.add(me.id());
		}
		return ids;
	}

	private Outcome recover(String owner, String uuid) {
		byte[] bytes = this.store.job(uuid);
		ConveyorJob job = (bytes != null) ? ConveyorMessages.read(bytes, this.scripts.keys()).orElse(null) : null;
		String queue = (job != null) ? job.queue() : this.worker.queue();
		ConveyorRunEnd end = (job != null) ? this.ends.lost(job) : this.ends.unreadable(uuid, bytes);
		String word = this.scripts.send(this.scripts.fail(owner, end, this.clock.instant())).text(0);
		if (word.equals("PARENT")) {
			this.closer.closeOrLeave(end.leftParent(), queue);
		}
		Outcome outcome = outcome(word, end.way());
		logger.info(ConveyorMessages.named(queue, uuid) + "worker " + Printable.of(owner)
				+ " does not run it any more; " + outcome.consequence);
		return outcome;
	}

	private static Outcome outcome(String word, Way way) {
		if (word.equals("LOST") || way == Way.DROP) {
			return Outcome.GONE;
		}
		return (way == Way.FAILED) ? Outcome.FAILED : Outcome.BACK;
	}

	/** One job that cannot be recovered does not hold the others back. */
	private void unlessStuck(String what, Runnable recovery) {
		try {
			recovery.run();
		}
		catch (InvalidDataAccessApiUsageException | RedisSystemException ex) {
			logger.warn("Queue '" + this.worker.queue() + "': cannot recover " + what + "; the upkeep tries again", ex);
		}
	}

	private void emptyHand(String owner) {
		byte[] hand = this.scripts.keys().hand(owner);
		ConveyorMessages
			.readAll(this.store.list(hand, 0, -1), this.scripts.keys(),
					(unreadable) -> this.scripts.putAside(hand, unreadable))
			.forEach((job) -> this.scripts.putBack(owner, job));
	}

	/** What became of a job that nobody ran. */
	enum Outcome {

		/** It is back in its queue. */
		BACK("it is back in its queue"),
		/** It has failed for good. */
		FAILED("it has failed for good"),
		/** Somebody else has ended its run. */
		GONE("its run has been ended already");

		private final String consequence;

		Outcome(String consequence) {
			this.consequence = consequence;
		}

	}

}
