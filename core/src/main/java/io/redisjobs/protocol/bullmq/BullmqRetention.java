package io.redisjobs.protocol.bullmq;

import io.redisjobs.JobRetention;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What is kept of finished jobs, as the scripts want to know it. */
final class BullmqRetention {

	private BullmqRetention() {
	}

	/** How many, or {@code null} for all. */
	static @Nullable Integer count(@Nullable JobRetention kept) {
		return (kept != null) ? kept.count() : null;
	}

	/** For how many seconds, or {@code null} for ever. */
	static @Nullable String age(@Nullable JobRetention kept) {
		return (kept != null && kept.age() != null) ? BullmqDurations.seconds(kept.age()).toPlainString() : null;
	}

	/** The same in JSON. */
	static void put(@Nullable JobRetention kept, ObjectNode json) {
		if (kept != null && kept.count() != null) {
			json.put("keep", kept.count());
		}
		if (kept != null && kept.age() != null) {
			json.put("age", BullmqDurations.seconds(kept.age()));
		}
	}

}
