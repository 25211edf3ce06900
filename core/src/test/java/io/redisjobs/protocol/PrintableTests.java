package io.redisjobs.protocol;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests how text from Redis is written to logs. */
class PrintableTests {

	@Test
	void plainTextStaysAsItIs() {
		assertThat(Printable.of("order-17 für Zoë \uD83D\uDE00 #1")).isEqualTo("order-17 für Zoë \uD83D\uDE00 #1");
		assertThat(Printable.of("")).isEmpty();
	}

	@Test
	void whatEndsALineOrCannotBeSeenIsEscaped() {
		assertThat(Printable.of("1\r\n2026 ERROR forged")).isEqualTo("1\\u000d\\u000a2026 ERROR forged");
		assertThat(Printable.of("a\u2028b\u2029c\u0085d\u001b[31me\u202ef\u0000"))
			.isEqualTo("a\\u2028b\\u2029c\\u0085d\\u001b[31me\\u202ef\\u0000");
		assertThat(Printable.of("\uD800")).isEqualTo("\\ud800");
	}

	@Test
	void longTextIsCut() {
		assertThat(Printable.of("x".repeat(200))).isEqualTo("x".repeat(200));
		assertThat(Printable.of("x".repeat(1_000_000))).isEqualTo("x".repeat(200) + ".. (1000000 characters)");
		assertThat(Printable.of("\n".repeat(1_000_000))).hasSizeLessThan(250);
	}

	@Test
	void ofManyTextsTheFirstAreShown() {
		assertThat(Printable.of(List.of("a", "b\n"))).isEqualTo("[a, b\\u000a]");
		assertThat(Printable.of(IntStream.range(0, 1000).mapToObj(String::valueOf).toList())).startsWith("[0, 1, ")
			.endsWith(", 19, .. 980 more]");
	}

}
