package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.protocol.Printable;
import io.redisjobs.protocol.conveyor.ConveyorSettings.ChildFailure;
import io.redisjobs.redis.Reply;
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

	private final boolean failureHolds;

	ConveyorCloser(ConveyorScripts scripts, ConveyorStore store, Clock clock, ChildFailure childFailure) {
		this.failureHolds = childFailure == ChildFailure.BLOCK;
		this.scripts = scripts;
		this.store = store;
		this.clock = clock;
	}

	/** Whether a child that failed for good holds its parent back. */
	boolean failureHolds() {
		return this.failureHolds;
	}

	/** Closes a job that is marked as closing, and then its parents as far as they go. */
	void close(String uuid) {
		String next = uuid;
		while (!next.isEmpty()) {
			next = closeOne(next);
		}
	}

	/** Closes one job and answers with the parent to close next, or with nothing. */
	private String closeOne(String uuid) {
		byte[] bytes = this.store.job(uuid);
		if (bytes == null) {
			this.store.stopClosing(uuid);
			return "";
		}
		String parent = ConveyorJob.parse(bytes).parentUuid();
		while (true) {
			String state = this.scripts.finish(uuid, parent, this.clock.instant());
			switch (state) {
				case "CHILDREN" -> release(uuid, false);
				case "HEIRS" -> release(uuid, true);
				case "PARENT" -> {
					return parent;
				}
				default -> {
					return "";
				}
			}
		}
	}

	private void release(String uuid, boolean heirs) {
		byte[] list = heirs ? this.scripts.keys().heirs(uuid) : this.scripts.keys().children(uuid);
		List<ConveyorJob> jobs = readable(list, this.store.oldest(list, BATCH));
		if (!jobs.isEmpty()) {
			Reply reply = this.scripts.release(uuid, heirs, this.failureHolds, jobs, this.clock.instant());
			for (int i = 1; i < reply.size(); i++) {
				ConveyorJob stuck = jobs.get((int) reply.number(i) - 1);
				logger.warn((heirs ? "Heir " : "Child ") + Printable.of(stuck.uuid()) + " of job " + Printable.of(uuid)
						+ " cannot go to queue '" + Printable.of(stuck.queue())
						+ "', because a key there is of another type; it is among the failed jobs now");
			}
		}
	}

	private List<ConveyorJob> readable(byte[] list, List<byte[]> entries) {
		List<ConveyorJob> jobs = new ArrayList<>();
		for (byte[] entry : entries) {
			ConveyorMessages.read(entry, this.scripts.keys()).ifPresentOrElse(jobs::add, () -> {
				logger.warn("A child or heir that cannot be read was put aside");
				this.scripts.park(list, false, entry);
			});
		}
		return jobs;
	}

}
