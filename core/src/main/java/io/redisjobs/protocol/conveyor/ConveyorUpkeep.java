package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.Printable;
import io.redisjobs.protocol.conveyor.ConveyorSettlement.Recovery;
import io.redisjobs.redis.Reply;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * What some worker has to do from time to time: promote scheduled jobs, take over from
 * workers that are gone, and finish what was left half closed. Several may do it at once.
 */
final class ConveyorUpkeep {

	private static final Log logger = LogFactory.getLog(ConveyorUpkeep.class);

	private static final Duration INTERVAL = Duration.ofSeconds(1);

	private static final Duration RECOVERY_INTERVAL = Duration.ofSeconds(15);

	private static final Duration CLOSE_AGAIN_AFTER = Duration.ofSeconds(30);

	private static final int BATCH = 100;

	private final ConveyorScripts scripts;

	private final ConveyorStore store;

	private final ConveyorCloser closer;

	private final ConveyorRecovery recovery;

	private final Clock clock;

	private final Duration recoveryInterval;

	private final AtomicReference<Instant> lastRecovery = new AtomicReference<>(Instant.MIN);

	ConveyorUpkeep(ConveyorScripts scripts, ConveyorStore store, ConveyorCloser closer, ConveyorRecovery recovery,
			Clock clock, Duration lease) {
		this.scripts = scripts;
		this.store = store;
		this.closer = closer;
		this.recovery = recovery;
		this.clock = clock;
		Duration half = lease.dividedBy(2);
		this.recoveryInterval = (half.compareTo(RECOVERY_INTERVAL) < 0) ? half : RECOVERY_INTERVAL;
	}

	MaintenanceReport run(int limit) {
		int promoted = promote(limit);
		Instant now = this.clock.instant();
		Instant last = this.lastRecovery.get();
		// a last time in the future says that the clock was set back
		boolean due = now.isBefore(last) || !last.isAfter(now.minus(this.recoveryInterval));
		int recovered = 0;
		int dead = 0;
		if (due && this.lastRecovery.compareAndSet(last, now)) {
			for (Recovery recovery : this.recovery.run(limit)) {
				recovered += (recovery == Recovery.BACK) ? 1 : 0;
				dead += (recovery == Recovery.DEAD) ? 1 : 0;
			}
			closeAgain(limit);
		}
		Duration next = (this.recoveryInterval.compareTo(INTERVAL) < 0) ? this.recoveryInterval : INTERVAL;
		return new MaintenanceReport(promoted, recovered, dead, 0, false, next);
	}

	private int promote(int limit) {
		int promoted = 0;
		int seen = 0;
		while (seen < limit) {
			Instant now = this.clock.instant();
			int most = Math.min(BATCH, limit - seen);
			List<byte[]> due = this.store.due(now, most);
			promoted += promote(due, now);
			seen += due.size();
			if (due.size() < most) {
				break;
			}
		}
		return promoted;
	}

	private int promote(List<byte[]> due, Instant now) {
		List<ConveyorJob> jobs = new ArrayList<>();
		for (byte[] entry : due) {
			ConveyorMessages.read(entry, this.scripts.keys()).ifPresentOrElse((job) -> {
				// scores are whole seconds; the rest of the second is waited for here
				Instant runAt = job.runAt().orElse(now);
				if (!runAt.isAfter(now)) {
					jobs.add(job);
				}
				else if (runAt.getEpochSecond() > now.getEpochSecond()) {
					// a score of another time than the job's would be looked at for ever
					this.store.reschedule(entry, runAt.getEpochSecond());
				}
			}, () -> {
				logger.warn("A scheduled message that is not a job was put aside");
				this.scripts.park(this.scripts.keys().scheduled(), true, entry);
			});
		}
		return jobs.isEmpty() ? 0 : promoteJobs(jobs, now);
	}

	private int promoteJobs(List<ConveyorJob> jobs, Instant now) {
		Reply reply = this.scripts.promote(jobs, this.closer.failureHolds(), now);
		for (int i = 1; i < reply.size(); i++) {
			ConveyorJob stuck = jobs.get((int) reply.number(i) - 1);
			logger.warn("Scheduled job " + Printable.of(stuck.uuid()) + " cannot go to queue '"
					+ Printable.of(stuck.queue())
					+ "', because a key there is of another type; it is among the failed jobs now");
			if (!this.closer.failureHolds() && !stuck.parentUuid().isEmpty()) {
				closeAgain(stuck.parentUuid());
			}
		}
		return (int) reply.number(0);
	}

	private void closeAgain(int limit) {
		this.store.closingSince(this.clock.instant().minus(CLOSE_AGAIN_AFTER), limit).forEach(this::closeAgain);
	}

	private void closeAgain(String uuid) {
		try {
			this.closer.close(uuid);
		}
		catch (RuntimeException ex) {
			logger.warn("Job " + Printable.of(uuid) + " has succeeded but cannot be closed; the upkeep tries again",
					ex);
		}
	}

}
