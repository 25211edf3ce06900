package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.redisjobs.JobHandedOverException;
import io.redisjobs.JobRefusedException;
import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.protocol.LogRole;
import io.redisjobs.protocol.Printable;
import io.redisjobs.protocol.ProgressRole;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Reply;

/** What handlers do with their jobs while they run. */
final class BullmqRuns implements ProgressRole, LogRole {

	private final String queue;

	private final BullmqScripts scripts;

	private final Clock clock;

	BullmqRuns(String queue, BullmqScripts scripts, Clock clock) {
		this.queue = queue;
		this.scripts = scripts;
		this.clock = clock;
	}

	@Override
	public boolean updateProgress(ReservedJob job, byte[] json) {
		if (!BullmqJson.isJson(json)) {
			throw new JobRefusedException(this.queue,
					"the progress of job " + job.id() + " is not JSON, which other BullMQ clients cannot read.");
		}
		return this.scripts.updateProgress(job.id(), json);
	}

	@Override
	public boolean appendLog(ReservedJob job, String line) {
		Integer keep = (job instanceof BullmqReservedJob known) ? known.options().limits().logs() : null;
		return this.scripts.addLog(job.id(), line, keep);
	}

	Map<String, String> children(String id, boolean completed) {
		Reply pairs = this.scripts.getChildren(id).nested(completed ? 0 : 1);
		Map<String, String> children = new LinkedHashMap<>();
		for (int i = 0; i + 1 < pairs.size(); i += 2) {
			children.put(pairs.text(i), pairs.text(i + 1));
		}
		return children;
	}

	void moveToDelayed(ReservedJob job, Duration delay) {
		Reply reply = this.scripts
			.send(this.scripts.moveToDelayed(this.clock.millis(), job, BullmqDurations.millis(delay), null));
		handOver(job.id(), reply.text(0), "delayed");
	}

	void moveToWaitingChildren(ReservedJob job) {
		String word = this.scripts.moveToWaitingChildren(this.clock.millis(), job);
		if (!word.equals("continue")) {
			handOver(job.id(), word, "waiting for its children");
		}
	}

	private static void handOver(String id, String word, String state) {
		Settlement settlement = BullmqOutcome.settlement(word, Settlement.released());
		if (settlement.outcome() == Settlement.Outcome.REFUSED) {
			throw new UnrecoverableJobException("Job " + Printable.of(id) + " cannot go on: " + settlement.detail());
		}
		if (settlement.outcome() != Settlement.Outcome.RELEASED) {
			throw new IllegalStateException("Job " + Printable.of(id) + " cannot be moved: " + settlement.outcome()
					+ " " + settlement.detail());
		}
		throw new JobHandedOverException("Job " + Printable.of(id) + " is " + state);
	}

}
