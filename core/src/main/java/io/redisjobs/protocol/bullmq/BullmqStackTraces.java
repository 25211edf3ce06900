package io.redisjobs.protocol.bullmq;

import io.redisjobs.protocol.ErrorText;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;

/** The stack traces of a job's failed attempts, as BullMQ stores them. */
final class BullmqStackTraces {

	private static final int LONGEST_TRACES = 512 * 1024;

	private BullmqStackTraces() {
	}

	/** The job's stack traces with that of the error, without the oldest if too many. */
	static byte[] with(BullmqReservedJob job, Throwable error) {
		ArrayNode traces = traces(job.record().stackTraces());
		traces.add(ErrorText.stackTrace(error));
		Integer limit = job.options().limits().stackTraces();
		while (limit != null && traces.size() > Math.max(0, limit)) {
			traces.remove(0);
		}
		while (traces.size() > 1 && length(traces) > LONGEST_TRACES) {
			traces.remove(0);
		}
		return BullmqJson.bytes(traces);
	}

	private static ArrayNode traces(byte @Nullable [] stored) {
		ArrayNode read = (stored != null) ? BullmqJson.readArray(stored) : null;
		return (read != null) ? read : BullmqJson.array();
	}

	private static int length(ArrayNode traces) {
		int length = 0;
		for (int i = 0; i < traces.size(); i++) {
			length += traces.get(i).asString("").length();
		}
		return length;
	}

}
