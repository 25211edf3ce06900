package io.redisjobs.protocol.streams;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** Compares entry ids. */
final class EntryId {

	/** Before there were streams; an id of less was chosen by somebody and is no time. */
	private static final long FIRST_TIME = 1_500_000_000_000L;

	private EntryId() {
	}

	/** When the server added the entry, or {@code null} if its id does not say. */
	static @Nullable Instant time(String id) {
		try {
			long millis = Long.parseLong(id, 0, Math.max(0, id.indexOf('-')), 10);
			return (millis >= FIRST_TIME) ? Instant.ofEpochMilli(millis) : null;
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

	static int compare(String left, String right) {
		int leftDash = left.indexOf('-');
		int rightDash = right.indexOf('-');
		int millis = compareNumbers(left, 0, leftDash, right, 0, rightDash);
		return (millis != 0) ? millis
				: compareNumbers(left, leftDash + 1, left.length(), right, rightDash + 1, right.length());
	}

	// Redis writes numbers without leading zeros, so the longer one is the greater one
	private static int compareNumbers(String left, int leftStart, int leftEnd, String right, int rightStart,
			int rightEnd) {
		int length = leftEnd - leftStart;
		int difference = length - (rightEnd - rightStart);
		for (int i = 0; difference == 0 && i < length; i++) {
			difference = left.charAt(leftStart + i) - right.charAt(rightStart + i);
		}
		return difference;
	}

	static String lowest(List<StreamsJob> jobs) {
		String lowest = jobs.get(0).entryId();
		for (StreamsJob job : jobs) {
			if (compare(job.entryId(), lowest) < 0) {
				lowest = job.entryId();
			}
		}
		return lowest;
	}

	static String highest(List<StreamsJob> jobs) {
		String highest = jobs.get(0).entryId();
		for (StreamsJob job : jobs) {
			if (compare(job.entryId(), highest) > 0) {
				highest = job.entryId();
			}
		}
		return highest;
	}

}
