package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.redisjobs.protocol.Printable;
import io.redisjobs.protocol.conveyor.ConveyorSettlement.Recovery;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.redis.RedisSystemException;

/**
 * Finds jobs that nobody runs though Redis says so: those of workers that are gone, and
 * those that this worker does not run any more.
 */
final class ConveyorRecovery {

	private static final Log logger = LogFactory.getLog(ConveyorRecovery.class);

	private static final int BATCH = 100;

	private final ConveyorScripts scripts;

	private final ConveyorStore store;

	private final ConveyorSettlement settlement;

	private final ConveyorWorker worker;

	private final ConveyorRuns runs;

	private final Clock clock;

	ConveyorRecovery(ConveyorScripts scripts, ConveyorStore store, ConveyorSettlement settlement, ConveyorWorker worker,
			ConveyorRuns runs, Clock clock) {
		this.scripts = scripts;
		this.store = store;
		this.settlement = settlement;
		this.worker = worker;
		this.runs = runs;
		this.clock = clock;
	}

	/** Puts lost jobs back in line; answers what became of each. */
	List<Recovery> run(int limit) {
		List<Recovery> recoveries = new ArrayList<>();
		takeOver(limit, recoveries);
		giveUp(recoveries);
		return recoveries;
	}

	private void takeOver(int limit, List<Recovery> recoveries) {
		for (String gone : this.scripts.bury(this.clock.instant().minus(ConveyorWorker.GONE_AFTER), BATCH)) {
			if (recoveries.size() >= limit) {
				return;
			}
			for (String uuid : this.store.jobsOf(gone)) {
				unlessStuck("job " + Printable.of(uuid), () -> recoveries.add(recover(gone, uuid)));
			}
			unlessStuck("what was in hand", () -> emptyHand(gone));
			this.scripts.forget(gone);
		}
	}

	/**
	 * Gives up what Redis says this worker runs and it does not: runs that were dropped
	 * in an outage, and runs it had ended when Redis went back to an older state.
	 */
	private void giveUp(List<Recovery> recoveries) {
		this.runs.giveUpSilent();
		for (String id : this.worker.ids()) {
			// looked at before and after, because runs begin and end meanwhile
			Set<String> before = this.runs.jobsOf(id);
			List<String> owned = this.store.jobsOf(id);
			Set<String> after = this.runs.jobsOf(id);
			for (String uuid : owned) {
				if (!before.contains(uuid) && !after.contains(uuid)) {
					unlessStuck("job " + Printable.of(uuid), () -> recoveries.add(recover(id, uuid)));
				}
			}
		}
	}

	private Recovery recover(String owner, String uuid) {
		byte[] bytes = Objects.requireNonNullElse(this.store.job(uuid), new byte[0]);
		Recovery recovery = this.settlement.recover(owner, uuid, bytes);
		logger.info("Job " + Printable.of(uuid) + " is not run by worker " + Printable.of(owner) + " any more: "
				+ recovery);
		return recovery;
	}

	/** One job that cannot be recovered does not hold the others back. */
	private static void unlessStuck(String what, Runnable recovery) {
		try {
			recovery.run();
		}
		catch (InvalidDataAccessApiUsageException | RedisSystemException ex) {
			logger.warn("Cannot recover " + what + " of a lost worker; the upkeep tries again", ex);
		}
	}

	private void emptyHand(String owner) {
		byte[] hand = this.scripts.keys().hand(owner);
		for (byte[] entry : this.store.list(hand, 0, -1)) {
			ConveyorMessages.read(entry, this.scripts.keys())
				.ifPresentOrElse((job) -> this.scripts.handBack(owner, job),
						() -> this.scripts.park(hand, false, entry));
		}
	}

}
