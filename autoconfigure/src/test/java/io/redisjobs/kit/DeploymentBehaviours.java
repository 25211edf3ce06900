package io.redisjobs.kit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import io.redisjobs.JobContext;
import io.redisjobs.JobHandler;
import io.redisjobs.JobState;
import io.redisjobs.UnfitJobException;
import io.redisjobs.listener.JobMonitor;
import io.redisjobs.listener.error.JobErrorHandler;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.protocol.Settlement.Outcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What becomes of jobs of a new version while instances of an old one, which cannot run
 * them, take jobs of the same queue; in any contract.
 */
public abstract class DeploymentBehaviours extends ContractKit {

	private static final int JOBS = 5;

	private static final String[] ONE_ATTEMPT = { "redis-jobs.defaults.max-attempts=1",
			"redis-jobs.defaults.unfit-pause=50ms" };

	private final Outcomes old = new Outcomes();

	private final Set<Integer> done = ConcurrentHashMap.newKeySet();

	protected DeploymentBehaviours(Contract contract) {
		super(contract);
	}

	@Test
	void jobsOfANameThatTheOldVersionDoesNotKnowAreDoneByTheNewOne() {
		// a handler with a name would end the start where jobs have none
		assume(run(application()), Capability.NAME);
		JobsApplication before = run(oldHandlers(ONE_ATTEMPT).properties("redis-jobs.defaults.unfit-hand-backs=1000"));
		IntStream.range(0, JOBS)
			.forEach((number) -> publish(before, payload(number), (options) -> options.name("new")));
		await().atMost(PATIENCE).until(() -> this.old.jobs(Outcome.HANDED_BACK).size() == JOBS);
		run(newHandler(ONE_ATTEMPT));
		await().atMost(PATIENCE).until(() -> this.done.size() == JOBS);
		assertNothingIsLeft(before);
		assertThat(this.old.outcomes()).containsOnly(Outcome.HANDED_BACK);
		assertThat(this.old.errors).hasOnlyElementsOfType(UnfitJobException.class)
			.allMatch((error) -> error.getMessage().contains("takes jobs named 'new'"));
		assertThat(failed(before)).isZero();
	}

	@Test
	void jobsWithAPayloadThatTheOldVersionCannotReadAreDoneByTheNewOne() {
		JobsApplication before = run(oldPayload(ONE_ATTEMPT).properties("redis-jobs.defaults.unfit-hand-backs=1000"));
		IntStream.range(0, JOBS).forEach((number) -> publish(before, Map.of("number", List.of(number))));
		await().atMost(PATIENCE).until(() -> this.old.jobs(Outcome.HANDED_BACK).size() == JOBS);
		run(newHandler(ONE_ATTEMPT));
		await().atMost(PATIENCE).until(() -> this.done.size() == JOBS);
		assertNothingIsLeft(before);
		assertThat(this.old.outcomes()).containsOnly(Outcome.HANDED_BACK);
		assertThat(failed(before)).isZero();
	}

	@Test
	void aJobThatOnlyTheNewVersionCanRunUsesUpItsAttemptsButTheLast() {
		JobsApplication before = run(oldPayload(ONE_ATTEMPT).properties("redis-jobs.defaults.max-attempts=3",
				"redis-jobs.defaults.backoff=10ms", "redis-jobs.defaults.unfit-hand-backs=1000"));
		publish(before, Map.of("number", List.of(1)));
		await().atMost(PATIENCE).until(() -> this.old.outcomes().size() >= 4);
		assertThat(this.old.attempts.subList(0, 4)).containsExactly(1, 2, 3, 3);
		assertThat(this.old.outcomes().subList(0, 4)).containsExactly(Outcome.RETRYING, Outcome.RETRYING,
				Outcome.HANDED_BACK, Outcome.HANDED_BACK);
		run(newHandler("redis-jobs.defaults.max-attempts=3"));
		await().atMost(PATIENCE).until(() -> this.done.size() == 1);
		assertNothingIsLeft(before);
		assertThat(failed(before)).isZero();
	}

	@Test
	void aJobThatNobodyCanRunFailsAfterItWasHandedBackTheConfiguredTimesByAllInstancesTogether() {
		String[] properties = { "redis-jobs.defaults.unfit-hand-backs=4" };
		JobsApplication first = run(oldPayload(ONE_ATTEMPT).properties(properties));
		publish(first, Map.of("number", List.of(1)));
		await().atMost(PATIENCE).until(() -> this.old.outcomes().size() >= 2);
		first.close();
		JobsApplication second = run(oldPayload(ONE_ATTEMPT).properties(properties));
		JobsApplication third = run(oldPayload(ONE_ATTEMPT).properties(properties));
		await().atMost(PATIENCE).until(() -> this.old.outcomes().contains(Outcome.FAILED));
		assertNothingIsLeft(third);
		assertThat(this.old.outcomes()).containsExactly(Outcome.HANDED_BACK, Outcome.HANDED_BACK, Outcome.HANDED_BACK,
				Outcome.HANDED_BACK, Outcome.FAILED);
		assertThat(this.old.details).startsWith("handed back for another worker, 1 of 4 times",
				"handed back for another worker, 2 of 4 times", "handed back for another worker, 3 of 4 times",
				"handed back for another worker, 4 of 4 times");
		assertThat(failed(second)).isOne();
	}

	@Test
	void aJobThatNothingHereCanRunFailsAtOnceWhereItIsToldTo() {
		JobsApplication before = run(oldPayload("redis-jobs.defaults.unfit-jobs=fail"));
		publish(before, Map.of("number", List.of(1)));
		await().atMost(PATIENCE).until(() -> !this.old.outcomes().isEmpty());
		assertThat(this.old.outcomes()).containsExactly(Outcome.FAILED);
		assertThat(failed(before)).isOne();
	}

	@Test
	void aListedExceptionFailsTheJobAtOnce() {
		JobsApplication before = run(
				oldPayload("redis-jobs.defaults.not-retryable=io.redisjobs.convert.PayloadMismatchException"));
		publish(before, Map.of("number", List.of(1)));
		await().atMost(PATIENCE).until(() -> !this.old.outcomes().isEmpty());
		assertThat(this.old.outcomes()).containsExactly(Outcome.FAILED);
	}

	@Test
	void anErrorHandlerOfTheApplicationDecides() {
		List<Throwable> asked = new CopyOnWriteArrayList<>();
		JobsApplication before = run(oldPayload().bean(JobErrorHandler.class, (job, error) -> {
			asked.add(error);
			return FailureAction.fail();
		}));
		publish(before, Map.of("number", List.of(1)));
		await().atMost(PATIENCE).until(() -> !this.old.outcomes().isEmpty());
		assertThat(this.old.outcomes()).containsExactly(Outcome.FAILED);
		assertThat(asked).hasOnlyElementsOfType(UnfitJobException.class);
	}

	private JobsApplication.Builder oldHandlers(String... properties) {
		return application(properties).handler(this.queue, "old", (job) -> null).bean(JobMonitor.class, this.old);
	}

	private JobsApplication.Builder oldPayload(String... properties) {
		return application(properties).properties("kit.queue=" + this.queue)
			.bean(OldVersion.class, new OldVersion())
			.bean(JobMonitor.class, this.old);
	}

	private JobsApplication.Builder newHandler(String... properties) {
		return application(properties).handler(this.queue, (job) -> this.done.add(number(job.payload())));
	}

	private long failed(JobsApplication application) {
		return application.queue(this.queue).inspect().counts().getOrDefault(JobState.FAILED, 0L);
	}

	/** The payload as it was. */
	record OldPayload(int number) {

	}

	static class OldVersion {

		@JobHandler("${kit.queue}")
		void take(OldPayload payload) {
			throw new AssertionError("It should not have been called");
		}

	}

	/** What became of the runs of the old version. */
	private static final class Outcomes implements JobMonitor {

		private final List<String> ids = new CopyOnWriteArrayList<>();

		private final List<Settlement> settlements = new CopyOnWriteArrayList<>();

		private final List<Integer> attempts = new CopyOnWriteArrayList<>();

		private final List<Throwable> errors = new CopyOnWriteArrayList<>();

		private final List<String> details = new CopyOnWriteArrayList<>();

		@Override
		public synchronized void failed(JobContext job, Throwable error, Settlement settlement, Duration duration) {
			this.ids.add(job.id() + " " + settlement.outcome());
			this.attempts.add(job.attempt());
			this.errors.add(error);
			this.details.add(settlement.detail());
			this.settlements.add(settlement);
		}

		List<Outcome> outcomes() {
			return this.settlements.stream().map(Settlement::outcome).toList();
		}

		List<String> jobs(Outcome outcome) {
			return this.ids.stream().filter((id) -> id.endsWith(" " + outcome)).distinct().toList();
		}

	}

}
