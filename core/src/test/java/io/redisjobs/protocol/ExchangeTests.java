package io.redisjobs.protocol;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class ExchangeTests {

	private static final List<Settlement> WRITTEN = List.of(Settlement.completed());

	@Test
	void whatIsWrittenCountsThoughNothingCanBeTaken() {
		Exchange written = new Exchange(WRITTEN, Reservation.empty());
		assertThat(Exchange.after(WRITTEN, ExchangeTests::noAnswer)).isEqualTo(written);
		assertThat(Exchange.after(WRITTEN, ExchangeTests::noClass)).isEqualTo(written);
	}

	@Test
	void whereNothingIsWrittenTheTroubleShowsAtOnce() {
		assertThatIllegalStateException().isThrownBy(() -> Exchange.after(List.of(), ExchangeTests::noAnswer));
		assertThatExceptionOfType(NoClassDefFoundError.class)
			.isThrownBy(() -> Exchange.after(List.of(), ExchangeTests::noClass));
	}

	private static Reservation noAnswer() {
		throw new IllegalStateException("no answer");
	}

	private static Reservation noClass() {
		throw new NoClassDefFoundError("Reservation");
	}

}
