package io.redisjobs.protocol;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** What can be wished for. */
class FailureWishTests {

	@Test
	void aMissingDurationIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> FailureWish.retryAfter(null))
			.withMessage("The delay of a failure wish must not be null");
		assertThatIllegalArgumentException().isThrownBy(() -> FailureWish.releaseAndRest(null))
			.withMessage("The rest of a failure wish must not be null");
	}

	@Test
	void aNegativeDurationIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> FailureWish.retryAfter(Duration.ofMillis(-1)))
			.withMessage("The delay of a failure wish cannot be negative: PT-0.001S");
		assertThatIllegalArgumentException().isThrownBy(() -> FailureWish.releaseAndRest(Duration.ofSeconds(-5)))
			.withMessage("The rest of a failure wish cannot be negative: PT-5S");
	}

	@Test
	void aDurationBeyondAllNumbersIsAHundredYears() {
		Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
		assertThat(FailureWish.retryAfter(endless)).isEqualTo(FailureWish.retryAfter(Delays.LONGEST));
		assertThat(FailureWish.releaseAndRest(endless)).isEqualTo(FailureWish.releaseAndRest(Delays.LONGEST));
		assertThat(FailureWish.retryAfter(Duration.ofHours(1)))
			.isEqualTo(new FailureWish.RetryAfter(Duration.ofHours(1)));
	}

}
