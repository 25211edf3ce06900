package io.redisjobs.protocol.streams;

import java.util.List;

/** Compares entry ids. */
final class EntryId {

	private EntryId() {
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
