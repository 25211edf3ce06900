package io.redisjobs.listener;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TempoTests {

	private final Tempo tempo = new Tempo();

	@Test
	void nothingIsTakenAheadUntilRunsAreKnownToBeQuick() {
		assertThat(this.tempo.isQuick()).isFalse();
		assertThat(this.tempo.ahead(16)).isZero();
	}

	@Test
	void asManyAreTakenAheadAsStartWithinAMillisecond() {
		runs(Duration.ofNanos(400_000), 100);
		assertThat(this.tempo.isQuick()).isTrue();
		assertThat(this.tempo.ahead(16)).isBetween(39, 41);
		runs(Duration.ofNanos(10_000), 100);
		assertThat(this.tempo.ahead(2)).isEqualTo(6);
		assertThat(this.tempo.ahead(16)).isEqualTo(90);
		assertThat(this.tempo.ahead(500)).isEqualTo(100);
	}

	@Test
	void aConcurrencyOfOneTakesOneAtATime() {
		runs(Duration.ofNanos(1), 200);
		assertThat(this.tempo.ahead(1)).isZero();
	}

	@Test
	void oneSlowRunAmongQuickOnesEndsIt() {
		runs(Duration.ofNanos(10_000), 100);
		this.tempo.ran(Duration.ofMillis(10).toNanos());
		assertThat(this.tempo.ahead(16)).isZero();
		runs(Duration.ofNanos(10_000), 100);
		assertThat(this.tempo.ahead(16)).isEqualTo(90);
	}

	@Test
	void anotherThreadIsWorthWakingForLongWorkOnly() {
		runs(Duration.ofNanos(10_000), 100);
		assertThat(this.tempo.isWorthWaking(10)).isFalse();
		assertThat(this.tempo.isWorthWaking(30)).isTrue();
		assertThat(this.tempo.isWorthWaking(0)).isFalse();
	}

	private void runs(Duration duration, int count) {
		for (int i = 0; i < count; i++) {
			this.tempo.ran(duration.toNanos());
		}
	}

	@Test
	void listenersThatTakeTheirTimeAreNotWaitedFor() {
		Tempo tempo = new Tempo();
		tempo.told(10_000);
		assertThat(tempo.isTellingSlow()).isFalse();
		tempo.told(100_000_000);
		assertThat(tempo.isTellingSlow()).isTrue();
	}

}
