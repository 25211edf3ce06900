package io.redisjobs.protocol.bullmq;

import io.redisjobs.protocol.Printable;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Reads the words with which scripts tell what became of a run. */
final class BullmqOutcome {

	private static final Log logger = LogFactory.getLog(BullmqOutcome.class);

	private static final String UNTOLD_PARENT = "untoldParent ";

	private BullmqOutcome() {
	}

	/**
	 * What a word means.
	 * @param expected what it means if it is not the word for a problem
	 */
	static Settlement settlement(String word, Settlement expected) {
		return switch (word) {
			case "gone" -> Settlement.gone();
			case "noLock" -> Settlement.leaseLost("the lock has expired");
			case "otherLock" -> Settlement.leaseLost("another worker holds the lock");
			case "notActive" -> Settlement.leaseLost("the job is not active any more");
			case "pendingChildren" -> Settlement.blocked("the job has pending children");
			case "failedChildren" -> Settlement.refused("the job has failed children");
			default -> expected;
		};
	}

	/** What a word means for a job that has ended; says so if its parent was not told. */
	static Settlement ended(String queue, ReservedJob job, String word, Settlement expected) {
		if (word.startsWith(UNTOLD_PARENT)) {
			logger.warn("Queue '" + queue + "', job " + Printable.of(job.id()) + ": it has ended, but its parent "
					+ Printable.of(word.substring(UNTOLD_PARENT.length()))
					+ " could not be told, because a key of the parent is of another type. "
					+ "Remove that key, and the parent's wait for the job.");
		}
		return settlement(word, expected);
	}

}
