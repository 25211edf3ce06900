package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.util.List;

import io.redisjobs.protocol.Printable;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Finishes jobs whose runs have succeeded: releases their children, then their heirs,
 * then ends them and goes on with their parents. Each step is one script that does
 * nothing when somebody else has done it, so that anybody may go on where another
 * stopped.
 */
final class ConveyorCloser {

	private static final Log logger = LogFactory.getLog(ConveyorCloser.class);

	private static final int BATCH = 100;

	private final ConveyorScripts scripts;

	private final ConveyorStore store;

	private final Clock clock;

	ConveyorCloser(ConveyorScripts scripts, ConveyorStore store, Clock clock) {
		this.scripts = scripts;
		this.store = store;
		this.clock = clock;
	}

	/** Closes a job that is marked as closing, and then its parents as far as they go. */
	void close(String uuid) {
		String next = uuid;
		while (!next.isEmpty()) {
			next = closeOne(next);
		}
	}

	/**
	 * Closes a job, or leaves it to the upkeep if Redis does not go along.
	 * @param queue the queue on whose behalf it is done
	 */
	void closeOrLeave(String uuid, String queue) {
		try {
			close(uuid);
		}
		catch (RuntimeException | Error ex) {
			logger.warn("Queue '" + Printable.of(queue) + "': job " + Printable.of(uuid)
					+ " has succeeded but what waits for it is not released yet; the upkeep tries again", ex);
		}
	}

	/** Closes one job and answers with the parent to close next, or with nothing. */
	private String closeOne(String uuid) {
		byte[] bytes = this.store.job(uuid);
		if (bytes == null) {
			this.store.stopClosing(uuid);
			return "";
		}
		ConveyorJob job = ConveyorJob.parse(bytes);
		while (true) {
			String state = this.scripts.finish(uuid, job.parentUuid(), this.clock.instant());
			switch (state) {
				case "CHILDREN" -> release(uuid, job.queue(), false);
				case "HEIRS" -> release(uuid, job.queue(), true);
				case "PARENT" -> {
					return job.parentUuid();
				}
				default -> {
					return "";
				}
			}
		}
	}

	private void release(String uuid, String queue, boolean heirs) {
		byte[] list = this.scripts.keys().waiting(uuid, heirs);
		String kind = heirs ? "heir" : "child";
		List<ConveyorJob> jobs = ConveyorMessages.readAll(this.store.oldest(list, BATCH), this.scripts.keys(),
				(unreadable) -> {
					logger.warn(ConveyorMessages.named(queue, uuid) + "its " + kind
							+ " is not a job that can be read; it is put aside and never runs");
					this.scripts.putAside(list, unreadable);
				});
		if (jobs.isEmpty()) {
			return;
		}
		for (ConveyorJob stuck : this.scripts.release(uuid, heirs, jobs, this.clock.instant())) {
			logger.warn(ConveyorMessages.named(stuck.queue(), stuck.uuid()) + "a key of another type keeps this " + kind
					+ " of job " + Printable.of(uuid) + " from its queue; it is among the failed jobs now");
		}
	}

}
