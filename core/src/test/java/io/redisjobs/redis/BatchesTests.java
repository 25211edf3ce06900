package io.redisjobs.redis;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Lists in pieces. */
class BatchesTests {

	private static final int HALF = Batches.MAX_BYTES / 2;

	@Test
	void aBatchEndsWithItsCount() {
		assertThat(Batches.<Integer>of(2).all(List.of(1, 2, 3, 4, 5))).containsExactly(List.of(1, 2), List.of(3, 4),
				List.of(5));
	}

	@Test
	void aBatchEndsBeforeItIsTooLarge() {
		assertThat(Batches.<Integer>of(100, Integer::longValue).all(List.of(HALF, HALF, 1, 2)))
			.containsExactly(List.of(HALF, HALF), List.of(1, 2));
	}

	@Test
	void whatIsTooLargeByItselfGoesAlone() {
		int huge = 3 * HALF;
		assertThat(Batches.<Integer>of(100, Integer::longValue).all(List.of(1, huge, 2))).containsExactly(List.of(1),
				List.of(huge), List.of(2));
	}

	@Test
	void nothingMakesNoBatch() {
		assertThat(Batches.<Integer>of(2).all(List.of())).isEmpty();
		assertThat(Batches.<Integer>of(2).first(List.of())).isEmpty();
	}

}
