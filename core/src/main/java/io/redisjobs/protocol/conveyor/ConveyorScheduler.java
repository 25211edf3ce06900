package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.protocol.conveyor.ConveyorScripts.Promotion;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Puts scheduled jobs that are due into their queues, whichever those are. */
final class ConveyorScheduler {

	private static final Log logger = LogFactory.getLog(ConveyorScheduler.class);

	private static final int BATCH = 100;

	private final ConveyorScripts scripts;

	private final ConveyorStore store;

	private final ConveyorCloser closer;

	private final ConveyorSettings settings;

	private final Clock clock;

	private final String queue;

	ConveyorScheduler(ConveyorScripts scripts, ConveyorStore store, ConveyorCloser closer, ConveyorSettings settings,
			Clock clock, String queue) {
		this.scripts = scripts;
		this.store = store;
		this.closer = closer;
		this.settings = settings;
		this.clock = clock;
		this.queue = queue;
	}

	/** Looks at up to so many that are due, and answers how many it has promoted. */
	int promote(int limit) {
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

}
