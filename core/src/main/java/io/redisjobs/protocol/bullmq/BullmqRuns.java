package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.redisjobs.JobHandedOverException;
import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.protocol.Printable;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.ScriptArguments;

/** What handlers do with their jobs while they run. */
final class BullmqRuns {

	private final BullmqScripts scripts;

	private final Clock clock;

	BullmqRuns(BullmqScripts scripts, Clock clock) {
		this.scripts = scripts;
		this.clock = clock;
	}

	Map<String, String> children(String id, boolean completed) {
		Reply pairs = this.scripts.run("getChildren", new ScriptArguments().add(id)).nested(completed ? 0 : 1);
		Map<String, String> children = new LinkedHashMap<>();
		for (int i = 0; i + 1 < pairs.size(); i += 2) {
			children.put(pairs.text(i), pairs.text(i + 1));
		}
		return children;
	}

	void moveToDelayed(String id, String token, Duration delay) {
		Reply reply = this.scripts.runOnce("moveToDelayed",
				new ScriptArguments().add(this.clock.millis())
					.add(id)
					.add(token)
					.add(BullmqDurations.millis(delay))
					.addFlag(false)
					.add((String) null)
					.add((String) null));
		handOver(id, reply.text(0), "delayed");
	}

	void moveToWaitingChildren(String id, String token) {
		Reply reply = this.scripts.runOnce("moveToWaitingChildren",
				new ScriptArguments().add(this.clock.millis()).add(id).add(token));
		if (!reply.text(0).equals("continue")) {
			handOver(id, reply.text(0), "waiting for its children");
		}
	}

	private static void handOver(String id, String word, String state) {
		Settlement settlement = BullmqFailures.settlement(word, Settlement.released());
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
