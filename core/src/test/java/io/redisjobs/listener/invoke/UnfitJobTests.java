package io.redisjobs.listener.invoke;

import java.util.List;
import java.util.Map;

import io.redisjobs.JobContext;
import io.redisjobs.UnfitJobException;
import io.redisjobs.convert.JsonPayloadConverter;
import io.redisjobs.convert.PayloadMismatchException;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/** Tests what is said of jobs that no handler can run. */
class UnfitJobTests {

	private final JobContext job = mock();

	private MethodJobInvoker invoker(String method) throws Exception {
		return new MethodJobInvoker("mailer", new Mailer(), Mailer.class.getDeclaredMethod(method, int.class),
				new HandlerArguments(new JsonPayloadConverter(new JsonMapper()), List.of(), List::of));
	}

	@Test
	void aNameWithoutAHandlerIsToldWithTheNamesThatHaveOne() {
		given(this.job.name()).willReturn("parcel\n");
		JobHandlers handlers = new JobHandlers("mail", Map.of("letter", (job) -> null), List.of());
		assertThatExceptionOfType(UnfitJobException.class).isThrownBy(() -> handlers.invoke(this.job))
			.withMessage(
					"No handler of queue 'mail' takes jobs named 'parcel\\u000a'; there are handlers for [letter]");
	}

	@Test
	void aPayloadThatDoesNotFitTheArgumentIsToldBeforeTheHandlerIsCalled() throws Exception {
		given(this.job.payload()).willReturn("\"many\"".getBytes());
		MethodJobInvoker invoker = invoker("send");
		assertThatExceptionOfType(UnfitJobException.class).isThrownBy(() -> invoker.invoke(this.job))
			.withMessageStartingWith("The payload does not fit int: ")
			.withCauseInstanceOf(PayloadMismatchException.class);
	}

	@Test
	void whatTheHandlerItselfCannotReadIsItsOwnFailure() throws Exception {
		given(this.job.payload()).willReturn("1".getBytes());
		MethodJobInvoker invoker = invoker("read");
		assertThatExceptionOfType(PayloadMismatchException.class).isThrownBy(() -> invoker.invoke(this.job));
	}

	static class Mailer {

		void send(int count) {
			throw new AssertionError("It should not have been called");
		}

		void read(int count) {
			throw new PayloadMismatchException("a result of another job", new IllegalStateException());
		}

	}

}
