package io.redisjobs.protocol.bullmq;

import io.redisjobs.redis.Bytes;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What Node stores is JSON here as well. */
class BullmqJsonTests {

	@Test
	void deepNestingLongNamesAndLongNumbersAreRead() {
		String deep = "[".repeat(600) + "]".repeat(600);
		String longName = "{\"" + "n".repeat(60_000) + "\":1}";
		String longNumber = "{\"n\":" + "1".repeat(2_000) + "}";
		assertThat(deep).satisfies(BullmqJsonTests::isRead);
		assertThat(longName).satisfies(BullmqJsonTests::isRead);
		assertThat(longNumber).satisfies(BullmqJsonTests::isRead);
		assertThat(BullmqJson.readObject(Bytes.of(longName))).isNotNull();
		assertThat(BullmqJson.readObject(Bytes.of("{\"a\":" + deep + "}"))).isNotNull();
	}

	@Test
	void nestingHasALimit() {
		assertThat(BullmqJson.isJson(Bytes.of("[".repeat(1_000_000) + "]".repeat(1_000_000)))).isFalse();
	}

	private static void isRead(String json) {
		assertThat(BullmqJson.isJson(Bytes.of(json))).isTrue();
	}

}
