package io.redisjobs.listener;

import io.redisjobs.protocol.Printable;
import io.redisjobs.protocol.Settlement;

/**
 * What lines of the log have in common: they begin with the queue, and the job, that they
 * are about.
 */
final class LogText {

	private LogText() {
	}

	/** The beginning of a line about a queue. */
	static String of(String queue) {
		return "Queue '" + queue + "': ";
	}

	/** The beginning of a line about a job. */
	static String of(HeldJob job) {
		return job + ": ";
	}

	/**
	 * Which attempt of a job it is, of how many where it is one of those, and its name.
	 */
	static String attempt(HeldJob job) {
		String number = "attempt " + job.attempt()
				+ ((job.attempt() <= job.maxAttempts()) ? " of " + job.maxAttempts() : "");
		return job.name().isEmpty() ? number : number + " of '" + Printable.of(job.name()) + "'";
	}

	/** What a job is called; whatever its id contains, it stays on the line. */
	static String name(String queue, String job) {
		return "Queue '" + queue + "', job " + Printable.of(job);
	}

	/** Why a job is not this container's any more. */
	static String reason(Settlement settlement) {
		if (!settlement.detail().isBlank()) {
			return Printable.of(settlement.detail());
		}
		return (settlement.outcome() == Settlement.Outcome.GONE) ? "it is gone from Redis" : "its lease is lost";
	}

}
