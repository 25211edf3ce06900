package io.redisjobs.listener;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JobDurationsTests {

	private final JobDurations durations = new JobDurations();

	@Test
	void nothingIsTakenAheadUntilRunsAreKnownToBeQuick() {
		assertThat(this.durations.areJobsShort()).isFalse();
		assertThat(this.durations.ahead(16)).isZero();
	}

	@Test
	void asManyAreTakenAheadAsStartWithinAMillisecond() {
		runs(Duration.ofNanos(400_000), 100);
		assertThat(this.durations.areJobsShort()).isTrue();
		assertThat(this.durations.ahead(16)).isBetween(39, 41);
		runs(Duration.ofNanos(10_000), 100);
		assertThat(this.durations.ahead(2)).isEqualTo(6);
		assertThat(this.durations.ahead(16)).isEqualTo(90);
		assertThat(this.durations.ahead(500)).isEqualTo(100);
	}

	@Test
	void aConcurrencyOfOneTakesOneAtATime() {
		runs(Duration.ofNanos(1), 200);
		assertThat(this.durations.ahead(1)).isZero();
	}

	@Test
	void oneSlowRunAmongQuickOnesEndsIt() {
		runs(Duration.ofNanos(10_000), 100);
		this.durations.jobTook(Duration.ofMillis(10).toNanos());
		assertThat(this.durations.ahead(16)).isZero();
		runs(Duration.ofNanos(10_000), 100);
		assertThat(this.durations.ahead(16)).isEqualTo(90);
	}

	@Test
	void anotherThreadIsWorthWakingForLongWorkOnly() {
		runs(Duration.ofNanos(10_000), 100);
		assertThat(this.durations.isWorthWaking(10)).isFalse();
		assertThat(this.durations.isWorthWaking(30)).isTrue();
		assertThat(this.durations.isWorthWaking(0)).isFalse();
	}

	private void runs(Duration duration, int count) {
		for (int i = 0; i < count; i++) {
			this.durations.jobTook(duration.toNanos());
		}
	}

	@Test
	void monitorsThatTakeTheirTimeAreNotWaitedFor() {
		JobDurations durations = new JobDurations();
		durations.monitorsTook(10_000);
		assertThat(durations.areMonitorsSlow()).isFalse();
		durations.monitorsTook(100_000_000);
		assertThat(durations.areMonitorsSlow()).isTrue();
	}

}
