package io.redisjobs.compatibility;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * By how many milliseconds jobs started later than they were due. Bounds are asserted of
 * the median: on a loaded machine any single start may be late.
 */
final class Lateness {

	private final List<Long> millis = new ArrayList<>();

	/** Notes a start, which must not come before its time. */
	void note(long due, long startedAt) {
		assertThat(startedAt).as("start of a job that is due at %d", due).isGreaterThanOrEqualTo(due);
		this.millis.add(startedAt - due);
	}

	void assertMedianAtMost(Duration bound) {
		List<Long> sorted = this.millis.stream().sorted().toList();
		assertThat(sorted.get(sorted.size() / 2)).as("median of the milliseconds that jobs started late: %s", sorted)
			.isLessThanOrEqualTo(bound.toMillis());
	}

}
