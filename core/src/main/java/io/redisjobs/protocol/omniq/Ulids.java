package io.redisjobs.protocol.omniq;

import java.security.SecureRandom;
import java.time.Clock;

/** Makes ULIDs that grow with every call. */
final class Ulids {

	private static final char[] ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();

	private final SecureRandom random = new SecureRandom();

	private final Clock clock;

	private long lastTime = -1;

	// 80 random bits in two halves of 40
	private long high;

	private long low;

	Ulids(Clock clock) {
		this.clock = clock;
	}

	synchronized String next() {
		long time = this.clock.millis();
		if (time > this.lastTime) {
			this.lastTime = time;
			// a clear top bit leaves room to count up
			this.high = this.random.nextLong() & 0x7F_FFFF_FFFFL;
			this.low = this.random.nextLong() & 0xFF_FFFF_FFFFL;
		}
		else if (++this.low > 0xFF_FFFF_FFFFL) {
			this.low = 0;
			this.high++;
		}
		char[] text = new char[26];
		encode(this.lastTime, text, 0, 10);
		encode(this.high, text, 10, 8);
		encode(this.low, text, 18, 8);
		return new String(text);
	}

	private static void encode(long value, char[] text, int from, int length) {
		long rest = value;
		for (int i = from + length - 1; i >= from; i--) {
			text[i] = ALPHABET[(int) (rest & 31)];
			rest >>>= 5;
		}
	}

}
