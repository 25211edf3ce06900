package io.redisjobs.listener;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.redisjobs.JobContext;
import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.listener.FakeJobQueue.Verb;
import io.redisjobs.listener.invoke.JobHandlers;
import io.redisjobs.protocol.FailureAction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/** What beans throw although they may not declare it costs nobody but their own job. */
class UndeclaredExceptionTests {

	@Test
	void ofAMonitorItKeepsNoOtherFromHearing() {
		List<String> heard = new ArrayList<>();
		JobMonitor broken = new JobMonitor() {
			@Override
			public void started(JobContext job) {
				throw Undeclared.raise(new IOException("a monitor that fails"));
			}
		};
		JobMonitor other = new JobMonitor() {
			@Override
			public void started(JobContext job) {
				heard.add(job.id());
			}
		};
		new CompositeJobMonitor(List.of(broken, other)).started(TestJobs.held());
		assertThat(heard).containsExactly("1");
	}

	@Test
	void ofAnErrorHandlerItLeavesTheDecisionToTheJob() {
		try (WriterFixture fixture = new WriterFixture()) {
			fixture.errorHandler = (job, error) -> {
				throw Undeclared.raise(new IOException("an error handler that fails"));
			};
			fixture.failures.fail(fixture.take("a"), new IllegalStateException("boom"), Duration.ZERO);
			assertThat(fixture.queue.actions).containsExactly(FailureAction.retry());
			assertThat(fixture.leases.held()).isEmpty();
		}
	}

	private static @Nullable JobRun resultless(PayloadConverter converter) {
		List<JobRun> failed = new ArrayList<>();
		JobRun run = new JobRunner(new JobHandlers("fake", Map.of("", (job) -> "result"), List.of()), converter,
				new RecordingMonitor(), new RunContexts(List.of()))
			.run(TestJobs.held(), failed::add);
		assertThat(failed).containsExactly(run);
		return run;
	}

	@Test
	void ofAConverterItFailsTheJobWhoseResultCannotBeStored() {
		PayloadConverter converter = mock();
		given(converter.write(any())).willAnswer((call) -> {
			throw new IOException("no such type");
		});
		JobRun run = resultless(converter);
		assertThat(run).isNotNull();
		assertThat(run.error()).isInstanceOf(UnrecoverableJobException.class)
			.hasMessage("The result cannot be stored: no such type");
	}

	@Test
	void ofAnErrorThatSaysNothingTheResultIsRefusedAllTheSame() {
		PayloadConverter converter = mock();
		given(converter.write(any())).willAnswer((call) -> {
			throw new SilentError();
		});
		JobRun run = resultless(converter);
		assertThat(run).isNotNull();
		assertThat(run.error()).hasMessage("The result cannot be stored: " + SilentError.class.getName());
	}

	@Test
	void ofAQueueItIsAFailedCallLikeAnyOther() {
		try (ContainerFixture fixture = new ContainerFixture()) {
			for (Verb verb : List.of(Verb.RESERVE, Verb.COMPLETE, Verb.FAIL, Verb.EXTEND, Verb.MAINTAIN)) {
				AtomicInteger calls = new AtomicInteger();
				fixture.queue.before(verb, (ids) -> {
					if (calls.getAndIncrement() == 0) {
						throw Undeclared.raise(new ConnectException("gone"));
					}
				});
			}
			fixture.start(2, (job) -> {
				if (job.id().equals("odd")) {
					throw new IllegalStateException("boom");
				}
				return null;
			});
			fixture.add("a", "b", "odd");
			fixture.awaitUntil(() -> fixture.monitor.completed.size() == 2 && fixture.queue.failed.size() == 1);
			assertThat(fixture.monitor.completed).containsExactlyInAnyOrder("a", "b");
			assertThat(fixture.queue.failed).containsExactly("odd");
		}
	}

	@Test
	void ofAnExecutorItIsARefusal() throws Exception {
		CompletableFuture<Throwable> refusal = new CompletableFuture<>();
		ThreadRequests requests = new ThreadRequests("fake", (task) -> {
			throw Undeclared.raise(new IOException("closed for today"));
		});
		requests.request(() -> {
		}, refusal::complete);
		assertThat(refusal.get(20, TimeUnit.SECONDS)).hasMessage("closed for today");
	}

}
