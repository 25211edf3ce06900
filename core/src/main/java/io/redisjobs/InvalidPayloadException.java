package io.redisjobs;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A payload that breaks the rules of its type, where a handler asks for their validation.
 * It fails the attempt like any other exception, because other instances of the
 * application may know other rules; listed under {@code not-retryable}, it fails the job
 * for good. It tells where the payload is wrong, and never what stands there.
 */
public class InvalidPayloadException extends RedisJobsException {

	private static final int MOST_TOLD = 20;

	private final List<Violation> violations;

	/**
	 * Creates the exception.
	 * @param queue the job's queue
	 * @param violations what is wrong, at least one thing
	 */
	public InvalidPayloadException(String queue, List<Violation> violations) {
		super("Payload of " + queue + " is not valid: " + told(violations));
		this.violations = List.copyOf(violations);
	}

	private static String told(List<Violation> violations) {
		String told = violations.stream().limit(MOST_TOLD).map(Violation::toString).collect(Collectors.joining("; "));
		int more = violations.size() - MOST_TOLD;
		return (more > 0) ? told + "; and " + more + " more" : told;
	}

	/** What is wrong. */
	public List<Violation> violations() {
		return this.violations;
	}

	/**
	 * A rule that is broken.
	 *
	 * @param path where, as in {@code items[2].price}; empty for the payload as a whole
	 * @param message what the rule says
	 */
	public record Violation(String path, String message) implements Serializable {

		@Override
		public String toString() {
			return this.path.isEmpty() ? this.message : this.path + ": " + this.message;
		}

	}

}
