package io.redisjobs.protocol;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Rests of a worker. */
class RestTests {

	private final Rest rest = new Rest();

	@Test
	void thereIsNoneAtFirst() {
		assertThat(this.rest.left()).isZero();
	}

	@Test
	void itEndsAfterItsTime() {
		this.rest.begin(Duration.ofMillis(50));
		assertThat(this.rest.left()).isLessThanOrEqualTo(Duration.ofMillis(50));
		await().until(() -> this.rest.left().isZero());
	}

	@Test
	void itCanBeShortened() {
		this.rest.begin(Duration.ofHours(2));
		this.rest.shorten(Duration.ofHours(1));
		assertThat(this.rest.left()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
		this.rest.shorten(Duration.ofHours(1));
		assertThat(this.rest.left()).isZero();
	}

	@Test
	void anEndlessOneLastsAndCanBeReplaced() {
		this.rest.begin(Duration.ofSeconds(Long.MAX_VALUE));
		assertThat(this.rest.left()).isGreaterThan(Duration.ofDays(36_000));
		this.rest.begin(Duration.ZERO);
		assertThat(this.rest.left()).isZero();
	}

	@Test
	void othersAreLetFirstOnceAJobWasHandedBack() {
		assertThat(this.rest.behindOthers()).isZero();
		this.rest.letOthersBeFirst((FailureAction.HandBack) FailureAction.handBack(20, Duration.ofSeconds(5)));
		assertThat(this.rest.behindOthers()).isGreaterThan(Duration.ofMillis(100)).isLessThan(Duration.ofSeconds(1));
		assertThat(this.rest.left()).isZero();
	}

}
