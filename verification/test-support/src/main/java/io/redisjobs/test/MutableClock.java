package io.redisjobs.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that a test moves. */
public final class MutableClock extends Clock {

	private volatile Instant now = Instant.parse("2026-04-04T10:00:00Z");

	public void advance(Duration time) {
		this.now = this.now.plus(time);
	}

	@Override
	public Instant instant() {
		return this.now;
	}

	@Override
	public ZoneId getZone() {
		return ZoneOffset.UTC;
	}

	@Override
	public Clock withZone(ZoneId zone) {
		return this;
	}

}
