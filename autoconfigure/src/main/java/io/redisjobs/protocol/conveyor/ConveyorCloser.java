package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

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
			this.scripts.release(uuid, heirs, jobs, this.clock.instant());
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
