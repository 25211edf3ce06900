package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.time.Duration;

import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.Printable;
import io.redisjobs.redis.Reply;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Finds jobs whose workers are gone, in steps that do not hold Redis for long. */
final class BullmqUpkeep {

	private static final Log logger = LogFactory.getLog(BullmqUpkeep.class);

	private static final int MAX_STEP = 500;

	private final String queue;

	private final BullmqScripts scripts;

	private final BullmqSettings.Stalls stalls;

	private final Clock clock;

	BullmqUpkeep(String queue, BullmqScripts scripts, BullmqSettings.Stalls stalls, Clock clock) {
		this.queue = queue;
		this.scripts = scripts;
		this.stalls = stalls;
		this.clock = clock;
	}

	MaintenanceReport maintain(int limit) {
		Duration next = this.stalls.interval();
		int step = Math.max(1, Math.min(limit, MAX_STEP));
		int recovered = 0;
		int dropped = 0;
		Reply reply = step(new BullmqScripts.StalledStep("start", 0, 0), step);
		while (true) {
			recovered += report(reply);
			dropped += reply.nested(3).size();
			switch (reply.text(0)) {
				case "skipped" -> {
					return MaintenanceReport.skipped(next);
				}
				case "done" -> {
					return new MaintenanceReport(0, recovered, 0, dropped, false, next);
				}
				default ->
					reply = step(new BullmqScripts.StalledStep(reply.text(0), reply.number(1), reply.number(4)), step);
			}
		}
	}

	private Reply step(BullmqScripts.StalledStep step, int limit) {
		return this.scripts.moveStalledJobsToWait(this.clock.millis(), step, limit, this.stalls);
	}

	private int report(Reply reply) {
		Reply recovered = reply.nested(2);
		if (recovered.size() > 0) {
			logger.warn("Queue '" + this.queue + "': the workers of the jobs " + Printable.of(recovered.texts())
					+ " are gone; the jobs are back in line");
		}
		if (reply.nested(3).size() > 0) {
			logger.warn("Queue '" + this.queue + "': dropped the active ids " + Printable.of(reply.nested(3).texts())
					+ ", which stand for no job");
		}
		return recovered.size();
	}

}
