package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.protocol.conveyor.ConveyorRecovery.Outcome;

/**
 * What some worker has to do from time to time: promote scheduled jobs, recover those of
 * workers that are lost, and finish what was left half closed. Several may do it at once.
 */
final class ConveyorUpkeep {

	private static final Duration INTERVAL = Duration.ofSeconds(1);

	private static final Duration RECOVERY_INTERVAL = Duration.ofSeconds(15);

	private static final Duration CLOSE_AGAIN_AFTER = Duration.ofSeconds(30);

	private final ConveyorScheduler scheduler;

	private final ConveyorStore store;

	private final ConveyorCloser closer;

	private final ConveyorRecovery recovery;

	private final ConveyorTurn turn;

	private final Clock clock;

	private final String queue;

	private final Duration recoveryInterval;

	private final AtomicReference<Instant> lastRecovery = new AtomicReference<>(Instant.MIN);

	ConveyorUpkeep(ConveyorScheduler scheduler, ConveyorStore store, ConveyorCloser closer, ConveyorRecovery recovery,
			ConveyorTurn turn, Clock clock, QueueDefinition definition) {
		this.scheduler = scheduler;
		this.store = store;
		this.closer = closer;
		this.recovery = recovery;
		this.turn = turn;
		this.clock = clock;
		this.queue = definition.name();
		Duration half = definition.lease().dividedBy(2);
		this.recoveryInterval = (half.compareTo(RECOVERY_INTERVAL) < 0) ? half : RECOVERY_INTERVAL;
	}

	/** Does a piece; what is there once for all queues is done by one of them. */
	MaintenanceReport maintain(int limit) {
		boolean forAll = this.turn.take(this);
		int promoted = forAll ? this.scheduler.promote(limit) : 0;
		List<Outcome> recovered = List.of();
		if (recoveryIsDue()) {
			recovered = this.recovery.recover(forAll ? limit : 0);
			if (forAll) {
				closeAgain(limit);
			}
		}
		Duration next = (this.recoveryInterval.compareTo(INTERVAL) < 0) ? this.recoveryInterval : INTERVAL;
		return new MaintenanceReport(promoted, Collections.frequency(recovered, Outcome.BACK),
				Collections.frequency(recovered, Outcome.FAILED), 0, false, (promoted < limit) ? next : Duration.ZERO);
	}

	/** Leaves to others what is done once for all queues. */
	void leave() {
		this.turn.giveBack(this);
	}

	private boolean recoveryIsDue() {
		Instant now = this.clock.instant();
		Instant last = this.lastRecovery.get();
		// a last time in the future says that the clock was set back
		boolean due = now.isBefore(last) || !last.isAfter(now.minus(this.recoveryInterval));
		return due && this.lastRecovery.compareAndSet(last, now);
	}

	private void closeAgain(int limit) {
		this.store.closingSince(this.clock.instant().minus(CLOSE_AGAIN_AFTER), limit)
			.forEach((uuid) -> this.closer.closeOrLeave(uuid, this.queue));
	}

}
