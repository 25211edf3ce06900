package io.redisjobs.protocol;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** What may become of a failed job. */
class FailureActionTests {

	@Test
	void aMissingDurationIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> FailureAction.retryAfter(null))
			.withMessage("The delay of a failure action must not be null");
		assertThatIllegalArgumentException().isThrownBy(() -> FailureAction.releaseAndRest(null))
			.withMessage("The rest of a failure action must not be null");
	}

	@Test
	void aNegativeDurationIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> FailureAction.retryAfter(Duration.ofMillis(-1)))
			.withMessage("The delay of a failure action cannot be negative: PT-0.001S");
		assertThatIllegalArgumentException().isThrownBy(() -> FailureAction.releaseAndRest(Duration.ofSeconds(-5)))
			.withMessage("The rest of a failure action cannot be negative: PT-5S");
	}

	@Test
	void aJobCannotBeHandedBackLessThanNever() {
		assertThatIllegalArgumentException().isThrownBy(() -> FailureAction.handBack(-1, Duration.ZERO))
			.withMessage("A job cannot be handed back -1 times");
	}

	@Test
	void whatIsRememberedOfHandBacksOutlastsTheLongestPause() {
		assertThat(new FailureAction.HandBack(20, Duration.ofDays(1)).rememberFor()).isEqualTo(Duration.ofDays(13));
		assertThat(new FailureAction.HandBack(20, Duration.ofSeconds(Long.MAX_VALUE)).rememberFor())
			.isEqualTo(Delays.LONGEST);
	}

	@Test
	void aDurationBeyondAllNumbersIsAHundredYears() {
		Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
		assertThat(FailureAction.retryAfter(endless)).isEqualTo(FailureAction.retryAfter(Delays.LONGEST));
		assertThat(FailureAction.releaseAndRest(endless)).isEqualTo(FailureAction.releaseAndRest(Delays.LONGEST));
		assertThat(FailureAction.retryAfter(Duration.ofHours(1)))
			.isEqualTo(new FailureAction.RetryAfter(Duration.ofHours(1)));
	}

}
