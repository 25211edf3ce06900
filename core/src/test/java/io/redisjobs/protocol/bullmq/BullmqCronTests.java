package io.redisjobs.protocol.bullmq;

import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The patterns that cron-parser, which BullMQ uses, accepts; times are what it answers.
 */
class BullmqCronTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			*/5 * * * *           | UTC              | 2026-11-16T18:20:33.364Z | 2026-11-16T18:25:00Z
			*/2 * * * * *         | UTC              | 2026-11-16T18:20:33.364Z | 2026-11-16T18:20:34Z
			*/1 * * * * *         | UTC              | 2026-11-16T18:20:33.364Z | 2026-11-16T18:20:34Z
			* * * * * *           | UTC              | 2026-11-16T18:20:33Z     | 2026-11-16T18:20:34Z
			0 9 * * 1-5           | Europe/Berlin    | 2026-11-20T18:20:33.364Z | 2026-11-23T08:00:00Z
			0 0 L * *             | UTC              | 2026-11-16T18:20:33.364Z | 2026-11-30T00:00:00Z
			0 0 1,15,L * *        | UTC              | 2026-11-16T18:20:33.364Z | 2026-11-30T00:00:00Z
			15 10 * * 5L          | UTC              | 2026-11-16T18:20:33.364Z | 2026-11-27T10:15:00Z
			0 0 * * 1#2           | UTC              | 2026-11-16T18:20:33.364Z | 2026-12-14T00:00:00Z
			0 0 * * 7             | UTC              | 2026-11-16T18:20:33.364Z | 2026-11-22T00:00:00Z
			0 0 13 * 5            | UTC              | 2026-11-16T18:20:33.364Z | 2026-11-20T00:00:00Z
			0 0 * jan,feb MON-FRI | UTC              | 2026-11-16T18:20:33.364Z | 2027-01-01T00:00:00Z
			0 12 15 * ?           | UTC              | 2026-11-16T18:20:33.364Z | 2026-12-15T12:00:00Z
			@daily                | America/New_York | 2026-11-16T18:20:33.364Z | 2026-11-17T05:00:00Z
			30 2 * * *            | Europe/Berlin    | 2026-03-28T22:00:00Z     | 2026-03-29T01:30:00Z
			30 2 * * *            | Europe/Berlin    | 2026-03-29T01:30:00Z     | 2026-03-30T00:30:00Z
			*/61 * * * *          | UTC              | 2026-11-16T18:20:33.364Z | 2026-11-16T19:00:00Z
			0 9 * * *             | utc              | 2026-11-16T18:20:33.364Z | 2026-11-17T09:00:00Z
			0 9 * * *             | europe/BERLIN    | 2026-11-16T18:20:33.364Z | 2026-11-17T08:00:00Z
			0 9 * * *             | EST              | 2026-07-16T18:20:33.364Z | 2026-07-17T14:00:00Z
			0 9 * * *             | mst              | 2026-07-16T18:20:33.364Z | 2026-07-17T16:00:00Z
			0 9 * * *             | HST              | 2026-07-16T18:20:33.364Z | 2026-07-16T19:00:00Z
			0 9 * * *             | PST              | 2026-07-16T18:20:33.364Z | 2026-07-17T16:00:00Z
			0 9 * * *             | ist              | 2026-07-16T18:20:33.364Z | 2026-07-17T03:30:00Z
			0 9 * * *             | utc+5:30         | 2026-07-16T18:20:33.364Z | 2026-07-17T03:30:00Z
			0 9 * * *             | UTC-3            | 2026-07-16T18:20:33.364Z | 2026-07-17T12:00:00Z
			* * *                 | local            | 2026-11-16T18:20:33.364Z | 2026-11-16T18:21:00Z
			* * *                 | UTC              | 2026-11-16T18:20:33.364Z | 2026-11-16T18:21:00Z
			""")
	void theNextTimeIsFound(String pattern, String zone, Instant after, Instant expected) {
		assertThat(BullmqCron.next(pattern, zone, after.toEpochMilli())).hasValue(expected.toEpochMilli());
	}

	@ParameterizedTest
	@ValueSource(strings = { "W#", "5-1/ 60 7#5 1 @daily", "FREQ=DAILY;COUNT=3", "", ",", "* * * * * * *" })
	void whateverIsNoPatternIsAnErrorOfOneKind(String pattern) {
		assertThatIllegalArgumentException().isThrownBy(() -> BullmqCron.next(pattern, "UTC", 0));
	}

	@Test
	void aPatternOrATimeZoneThatIsNoneIsAnError() {
		assertThatIllegalArgumentException().isThrownBy(() -> BullmqCron.next("61 * * * *", "", 0));
		assertThatIllegalArgumentException().isThrownBy(() -> BullmqCron.next("whenever", "", 0));
		assertThatIllegalArgumentException().isThrownBy(() -> BullmqCron.next("* * * * *", "Middle/Earth", 0))
			.withMessageContaining("Middle/Earth");
	}

}
