package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.protocol.conveyor.ConveyorRecovery.Outcome;
import io.redisjobs.protocol.conveyor.ConveyorScripts.Promotion;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * What some worker has to do from time to time: promote scheduled jobs, recover those of
 * workers that are lost, and finish what was left half closed. Several may do it at once.
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

	private final ConveyorSettings settings;

	private final Clock clock;

	private final String queue;

	private final Duration recoveryInterval;

	private final AtomicReference<Instant> lastRecovery = new AtomicReference<>(Instant.MIN);

	ConveyorUpkeep(ConveyorScripts scripts, ConveyorStore store, ConveyorCloser closer, ConveyorRecovery recovery,
			ConveyorSettings settings, Clock clock, QueueDefinition definition) {
		this.scripts = scripts;
		this.store = store;
		this.closer = closer;
		this.recovery = recovery;
		this.settings = settings;
		this.clock = clock;
		this.queue = definition.name();
		Duration half = definition.lease().dividedBy(2);
		this.recoveryInterval = (half.compareTo(RECOVERY_INTERVAL) < 0) ? half : RECOVERY_INTERVAL;
	}

	MaintenanceReport maintain(int limit) {
		int promoted = promote(limit);
		List<Outcome> recovered = List.of();
		if (recoveryIsDue()) {
			recovered = this.recovery.recover(limit);
			closeAgain(limit);
		}
		Duration next = (this.recoveryInterval.compareTo(INTERVAL) < 0) ? this.recoveryInterval : INTERVAL;
		return new MaintenanceReport(promoted, Collections.frequency(recovered, Outcome.BACK),
				Collections.frequency(recovered, Outcome.FAILED), 0, false, next);
	}

	private boolean recoveryIsDue() {
		Instant now = this.clock.instant();
		Instant last = this.lastRecovery.get();
		// a last time in the future says that the clock was set back
		boolean due = now.isBefore(last) || !last.isAfter(now.minus(this.recoveryInterval));
		return due && this.lastRecovery.compareAndSet(last, now);
	}

	private int promote(int limit) {
		int promoted = 0;
		int seen = 0;
		while (seen < limit) {
			Instant now = this.clock.instant();
			int most = Math.min(BATCH, limit - seen);
			List<byte[]> due = this.store.due(now, most);
			promoted += promote(readable(due), now);
			seen += due.size();
			if (due.size() < most) {
				break;
			}
		}
		return promoted;
	}

	private List<ConveyorJob> readable(List<byte[]> messages) {
		return ConveyorMessages.readAll(messages, this.scripts.keys(), (unreadable) -> {
			logger.warn("Queue '" + this.queue
					+ "': a scheduled message is not a job that can be read; it is put aside and never runs");
			this.scripts.putScheduledAside(unreadable);
		});
	}

	private int promote(List<ConveyorJob> scheduled, Instant now) {
		List<ConveyorJob> due = new ArrayList<>(scheduled.size());
		for (ConveyorJob job : scheduled) {
			// scores are whole seconds; the rest of the second is waited for here
			Instant runAt = job.runAt().orElse(now);
			if (!runAt.isAfter(now)) {
				due.add(job);
			}
			else if (runAt.getEpochSecond() > now.getEpochSecond()) {
				// a score of another time than the job's would be looked at for ever
				this.store.reschedule(job.bytes(), runAt.getEpochSecond());
			}
		}
		if (due.isEmpty()) {
			return 0;
		}
		Promotion promotion = this.scripts.promote(due, now);
		promotion.stuck().forEach(this::leaveStuck);
		return promotion.promoted();
	}

	private void leaveStuck(ConveyorJob job) {
		logger.warn(ConveyorMessages.named(job.queue(), job.uuid())
				+ "a key of another type keeps this scheduled job from its queue; it is among the failed jobs now");
		if (!this.settings.failureHolds() && !job.parentUuid().isEmpty()) {
			this.closer.closeOrLeave(job.parentUuid(), job.queue());
		}
	}

	private void closeAgain(int limit) {
		this.store.closingSince(this.clock.instant().minus(CLOSE_AGAIN_AFTER), limit)
			.forEach((uuid) -> this.closer.closeOrLeave(uuid, this.queue));
	}

}
