package io.redisjobs.listener;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ParkingTests {

	private static final Duration LONGEST = Duration.ofSeconds(30);

	private final AtomicLong time = new AtomicLong(1_000_000_000_000L);

	private final Parking parking = new Parking(this.time::get);

	private void pass(Duration time) {
		this.time.addAndGet(time.toNanos());
	}

	private void park() {
		this.parking.prepare();
		this.parking.park(LONGEST);
	}

	private Duration parkAndChange() {
		park();
		Duration delay = this.parking.changed();
		this.parking.end();
		return delay;
	}

	@Test
	void somebodyLooksAgainWhenTheTimeIsOver() {
		park();
		assertThat(this.parking.isParked()).isTrue();
		assertThat(this.parking.left()).isEqualTo(LONGEST);
		pass(LONGEST);
		assertThat(this.parking.left()).isZero();
	}

	@Test
	void aChangeBetweenTheWatchAndTheLookIsNotParkedOver() {
		this.parking.prepare();
		this.parking.changed();
		this.parking.park(LONGEST);
		assertThat(this.parking.isParked()).isFalse();
	}

	@Test
	void changesThatBringNothingAreFollowedLaterAndLater() {
		for (int i = 0; i < 3; i++) {
			assertThat(parkAndChange()).isZero();
		}
		assertThat(parkAndChange()).isEqualTo(Duration.ofMillis(2));
		assertThat(parkAndChange()).isEqualTo(Duration.ofMillis(4));
		for (int i = 0; i < 100; i++) {
			parkAndChange();
		}
		assertThat(parkAndChange()).isEqualTo(Duration.ofMillis(32));
		park();
		this.parking.changed();
		assertThat(this.parking.left()).isEqualTo(Duration.ofMillis(32));
	}

	@Test
	void thoseBetweenTheWatchAndTheLookToo() {
		for (int i = 0; i < 100; i++) {
			this.parking.prepare();
			this.parking.changed();
			this.parking.park(LONGEST);
			this.parking.end();
		}
		this.parking.prepare();
		this.parking.changed();
		this.parking.park(LONGEST);
		assertThat(this.parking.isParked()).isTrue();
		assertThat(this.parking.left()).isEqualTo(Duration.ofMillis(32));
	}

	@Test
	void afterAJobOrALongParkTheNextChangeIsFollowedAtOnce() {
		for (int i = 0; i < 10; i++) {
			parkAndChange();
		}
		this.parking.arrived();
		assertThat(parkAndChange()).isZero();
		for (int i = 0; i < 10; i++) {
			parkAndChange();
		}
		park();
		pass(Duration.ofSeconds(2));
		assertThat(this.parking.changed()).isZero();
	}

}
