package io.redisjobs.protocol;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What is said of errors. */
class ErrorTextTests {

	@Test
	void anOrdinaryErrorIsToldInFull() {
		IllegalStateException error = new IllegalStateException("no GPU", new RuntimeException("driver"));
		assertThat(ErrorText.message(error)).isEqualTo("no GPU");
		assertThat(ErrorText.messageOrName(error)).isEqualTo("no GPU");
		assertThat(ErrorText.describe(error)).isEqualTo("IllegalStateException: no GPU");
		assertThat(ErrorText.stackTrace(error)).startsWith("java.lang.IllegalStateException: no GPU")
			.contains("anOrdinaryErrorIsToldInFull", "Caused by: java.lang.RuntimeException: driver");
	}

	@Test
	void anErrorWithoutMessageHasAName() {
		assertThat(ErrorText.message(new IllegalStateException())).isEmpty();
		assertThat(ErrorText.messageOrName(new IllegalStateException(" ")))
			.isEqualTo("java.lang.IllegalStateException");
		assertThat(ErrorText.describe(new RuntimeException() {
		})).startsWith(ErrorTextTests.class.getName());
	}

	@Test
	void anErrorThatThrowsIsToldByItsName() {
		Odd error = new Odd();
		assertThat(ErrorText.message(error)).isEmpty();
		assertThat(ErrorText.messageOrName(error)).isEqualTo(Odd.class.getName());
		assertThat(ErrorText.describe(error)).isEqualTo("Odd");
		assertThat(ErrorText.stackTrace(error)).isEqualTo("Odd");
	}

	@Test
	void anErrorThatAsksItselfIsToldByItsName() {
		RuntimeException endless = new RuntimeException() {
			@Override
			public String getMessage() {
				return toString();
			}
		};
		assertThat(ErrorText.messageOrName(endless)).isEqualTo(endless.getClass().getName());
		assertThat(ErrorText.stackTrace(endless)).isNotEmpty();
	}

	@Test
	void longTextsAreCutBetweenCharacters() {
		RuntimeException error = new RuntimeException("x" + "\uD83D\uDE00".repeat(1_000_000));
		assertThat(ErrorText.message(error)).hasSize(10_000).endsWith("\uD83D\uDE00?");
		assertThat(ErrorText.stackTrace(error)).hasSizeLessThanOrEqualTo(100_000);
	}

	@Test
	void halfACharacterIsReplaced() {
		assertThat(ErrorText.message(new RuntimeException("a\uD83Db"))).isEqualTo("a?b");
	}

	private static final class Odd extends RuntimeException {

		@Override
		public String getMessage() {
			throw new IllegalStateException("not even this");
		}

		@Override
		public String toString() {
			throw new IllegalStateException("nor this");
		}

		@Override
		public StackTraceElement[] getStackTrace() {
			throw new IllegalStateException("nor that");
		}

	}

}
