package io.redisjobs.listener.error;

import java.time.Duration;
import java.util.List;

import io.redisjobs.JobContext;
import io.redisjobs.UnfitJobException;
import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.convert.PayloadMismatchException;
import io.redisjobs.protocol.FailureAction;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/** What becomes of failed jobs unless the application decides. */
class DefaultJobErrorHandlerTests {

	private static final PayloadMismatchException MISMATCH = new PayloadMismatchException("no Mail",
			new IllegalStateException());

	private static final UnfitJobException UNFIT = new UnfitJobException("no Mail", MISMATCH);

	private final DefaultJobErrorHandler handler = new DefaultJobErrorHandler(List.of());

	private static JobContext job(int attempt, int maxAttempts) {
		JobContext job = mock();
		given(job.attempt()).willReturn(attempt);
		given(job.maxAttempts()).willReturn(maxAttempts);
		return job;
	}

	@Test
	void aJobThatNothingHereCanRunUsesUpItsAttemptsButTheLast() {
		assertThat(this.handler.handle(job(1, 3), UNFIT)).isEqualTo(FailureAction.retry());
		assertThat(this.handler.handle(job(2, 3), UNFIT)).isEqualTo(FailureAction.retry());
		assertThat(this.handler.handle(job(3, 3), UNFIT)).isEqualTo(FailureAction.handBack(20, Duration.ofSeconds(5)));
		assertThat(this.handler.handle(job(1, 1), UNFIT)).isEqualTo(FailureAction.handBack(20, Duration.ofSeconds(5)));
	}

	@Test
	void whatAHandlerItselfCannotReadFailsItsJob() {
		assertThat(this.handler.handle(job(1, 3), MISMATCH)).isEqualTo(FailureAction.fail());
		assertThat(this.handler.handle(job(1, 3), new UnrecoverableJobException("no"))).isEqualTo(FailureAction.fail());
	}

	@Test
	void whatIsListedFailsTheJobWhicheverWayItShows() {
		for (Class<? extends Throwable> listed : List.of(UnfitJobException.class, PayloadMismatchException.class)) {
			assertThat(new DefaultJobErrorHandler(List.of(listed)).handle(job(1, 3), UNFIT))
				.isEqualTo(FailureAction.fail());
		}
		assertThat(new DefaultJobErrorHandler(List.of(PayloadMismatchException.class)).handle(job(1, 3),
				new UnfitJobException("no handler")))
			.isEqualTo(FailureAction.retry());
	}

	@Test
	void aJobThatNothingHereCanRunFailsAtOnceIfItIsToldTo() {
		UnfitJobs fail = new UnfitJobs(false, 20, Duration.ofSeconds(5));
		assertThat(new DefaultJobErrorHandler(List.of(), fail).handle(job(1, 3), UNFIT))
			.isEqualTo(FailureAction.fail());
	}

}
