package io.redisjobs.protocol.omniq;

import java.util.regex.Pattern;

import io.redisjobs.InvalidQueueException;
import io.redisjobs.JobRefusedException;
import org.jspecify.annotations.Nullable;

/** What may be the name of a queue, a job, a group or a counter. */
final class OmniqNames {

	private static final int LONGEST = 128;

	private static final Pattern QUEUE = Pattern.compile("[A-Za-z0-9._-]{1," + LONGEST + "}");

	private OmniqNames() {
	}

	static String queue(String name) {
		if (!QUEUE.matcher(name).matches()) {
			throw new InvalidQueueException(name,
					name.isEmpty() ? "an OmniQ queue needs a name." : "the name is not one that OmniQ allows.",
					"Use 1 to " + LONGEST
							+ " letters, digits, '.', '_' or '-', without blanks and without braces around it.");
		}
		return name;
	}

	/** The name inside a base that may be wrapped already. */
	static String unwrapped(String name) {
		boolean wrapped = name.length() > 2 && name.startsWith("{") && name.endsWith("}");
		return queue(wrapped ? name.substring(1, name.length() - 1) : name);
	}

	static boolean isJobId(String id) {
		return !id.isBlank() && id.equals(id.strip()) && id.chars().noneMatch(Character::isISOControl);
	}

	static String jobId(String queue, String id) {
		if (!isJobId(id)) {
			throw new JobRefusedException(queue,
					"'" + id + "' cannot be the id of a job. Use text without control characters and without blanks "
							+ "around it, or leave the id out.");
		}
		return id;
	}

	/** The group's id, empty for none. */
	static String gid(String queue, @Nullable String gid) {
		String trimmed = (gid != null) ? gid.strip() : "";
		if (trimmed.chars().anyMatch(Character::isISOControl)) {
			throw new JobRefusedException(queue, "the group id has control characters. Use plain text.");
		}
		return trimmed;
	}

	/** The id of a group that must be one. */
	static String group(String queue, String gid) {
		String checked = gid(queue, gid);
		if (checked.isEmpty()) {
			throw new IllegalArgumentException("A group has an id that is not blank");
		}
		return checked;
	}

	static String counter(String key) {
		String trimmed = key.strip();
		if (trimmed.isEmpty() || trimmed.length() > LONGEST || trimmed.indexOf('{') >= 0 || trimmed.indexOf('}') >= 0) {
			throw new IllegalArgumentException("'" + key + "' cannot name a counter of children: use 1 to " + LONGEST
					+ " characters without braces");
		}
		return trimmed;
	}

}
