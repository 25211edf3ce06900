package io.redisjobs.protocol.bullmq;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.redisjobs.Backoff;
import io.redisjobs.InvalidQueueException;
import io.redisjobs.JobHandedOverException;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.JobSnapshot;
import io.redisjobs.JobState;
import io.redisjobs.ParentLink;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.LogRole;
import io.redisjobs.protocol.LookupRole;
import io.redisjobs.protocol.ProgressRole;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** The queue that the rest of redis-jobs sees. */
class BullmqJobQueueTests extends BullmqQueueFixture {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	@Test
	void optionsWithNumbersBeyondAllBoundsAreTakenAsTheLargest() {
		publish(new JobOptions());
		this.jedis.hset("bull:q:1", "opts",
				"{\"attempts\":1e30,\"removeOnComplete\":{\"count\":9007199254740991,\"age\":1e300},\"removeOnFail\":1e10,"
						+ "\"kl\":1e20,\"backoff\":1e25}");
		publish(new JobOptions());
		List<? extends ReservedJob> jobs = this.queue.reserve(2, Duration.ZERO).jobs();
		assertThat(jobs).extracting(ReservedJob::id).containsExactly("1", "2");
		assertThat(jobs).allSatisfy((job) -> assertThat(job.refusal()).isEmpty());
		assertThat(this.queue.complete(jobs.stream().map((job) -> new Completion(job, bytes("null"))).toList()))
			.containsOnly(Settlement.completed());
	}

	@Test
	void nothingIsTakenAheadWhereAJobThatNeverRanCouldFailForIt() {
		assertThat(this.queue.mayTakeAhead()).isTrue();
		assertThat(
				open(BullmqSettings.defaults().withStalls(new BullmqSettings.Stalls(Duration.ofSeconds(30), 0, null)))
					.mayTakeAhead())
			.isFalse();
		assertThat(open(BullmqSettings.defaults().withStalls(new BullmqSettings.Stalls(Duration.ofSeconds(30), 1, 3)))
			.mayTakeAhead()).isFalse();
	}

	private Settlement fail(ReservedJob job, FailureAction action) {
		return this.queue.fail(new Failure(job, new IllegalStateException("boom"), action));
	}

	@Test
	void aResultThatIsTooLargeIsNotStored() {
		this.queue = open(BullmqSettings.defaults().withMaxPayload(10));
		publish(new JobOptions());
		Settlement settlement = this.queue.complete(List.of(new Completion(reserve(), bytes("\"0123456789\"")))).get(0);
		assertThat(settlement.outcome()).isEqualTo(Settlement.Outcome.REFUSED);
		assertThat(this.jedis.llen("bull:q:active")).isEqualTo(1);
	}

	@Test
	void aResultThatIsNotJsonIsNotStored() {
		publish(new JobOptions());
		Settlement settlement = this.queue.complete(List.of(new Completion(reserve(), bytes("plain text")))).get(0);
		assertThat(settlement.outcome()).isEqualTo(Settlement.Outcome.REFUSED);
		assertThat(settlement.detail()).contains("JSON");
		assertThat(this.jedis.llen("bull:q:active")).isEqualTo(1);
	}

	private <T> T role(Class<T> type) {
		return this.queue.role(type).orElseThrow();
	}

	@Test
	void progressThatIsNotJsonIsRefused() {
		publish(new JobOptions());
		ReservedJob job = reserve();
		assertThatExceptionOfType(JobRefusedException.class)
			.isThrownBy(() -> role(ProgressRole.class).updateProgress(job, bytes("half way")))
			.withMessageContaining("JSON");
		assertThat(this.jedis.hget("bull:q:1", "progress")).isNull();
	}

	@Test
	void aWaitingWorkerIsWokenByANewJob() throws Exception {
		CompletableFuture<ReservedJob> waiting = CompletableFuture.supplyAsync(() -> {
			Reservation reservation = this.queue.reserve(1, Duration.ofSeconds(5));
			while (reservation.jobs().isEmpty()) {
				reservation = this.queue.reserve(1, Duration.ofSeconds(5));
			}
			return reservation.jobs().get(0);
		});
		await().atMost(PATIENCE).until(() -> this.jedis.clientList().contains("name=bull:cQ==:w:worker"));
		publish(new JobOptions());
		assertThat(waiting.get(30, TimeUnit.SECONDS).id()).isEqualTo("1");
	}

	@Test
	void aDelayedJobIsTakenWhenItIsDue() {
		long before = System.currentTimeMillis();
		publish(new JobOptions().delay(Duration.ofMillis(300)));
		assertThat(reserve().id()).isEqualTo("1");
		assertThat(System.currentTimeMillis() - before).isGreaterThanOrEqualTo(300);
	}

	@Test
	void jobsAreFinishedAndTakenInOneCall() {
		IntStream.range(0, 5).forEach((number) -> publish(new JobOptions()));
		List<Completion> done = this.queue.reserve(3, Duration.ZERO)
			.jobs()
			.stream()
			.map((job) -> new Completion(job, bytes("null")))
			.toList();
		Exchange exchange = this.queue.exchange(done, 3);
		assertThat(exchange.settlements()).hasSize(3).containsOnly(Settlement.completed());
		assertThat(exchange.reservation().jobs()).extracting(ReservedJob::id).containsExactly("4", "5");
		assertThat(this.queue.inspect().count(JobState.COMPLETED)).isEqualTo(3);
		assertThat(this.queue.complete(done)).extracting(Settlement::outcome)
			.containsOnly(Settlement.Outcome.LEASE_LOST);
	}

	@Test
	void aPausedQueueSaysSo() {
		publish(new JobOptions());
		this.queue.pause();
		assertThat(this.queue.reserve(1, Duration.ZERO).kind()).isEqualTo(Reservation.Kind.PAUSED);
		assertThat(this.queue.inspect().paused()).isTrue();
		assertThat(this.queue.inspect().count(JobState.WAITING)).isEqualTo(1);
		this.queue.resume();
		assertThat(reserve().id()).isEqualTo("1");
	}

	@Test
	void aFailedAttemptIsFollowedByAnotherAfterTheJobsBackoff() {
		publish(new JobOptions().attempts(2).backoff(Backoff.fixed(Duration.ofMillis(50))).stackTraceLimit(1));
		Settlement first = fail(reserve(), FailureAction.retry());
		assertThat(first.outcome()).isEqualTo(Settlement.Outcome.RETRYING);
		ReservedJob second = reserve();
		assertThat(second.attempt()).isEqualTo(2);
		assertThat(fail(second, FailureAction.retry()).outcome()).isEqualTo(Settlement.Outcome.FAILED);
		JobSnapshot found = role(LookupRole.class).find("1").orElseThrow();
		assertThat(found.state()).isEqualTo(JobState.FAILED);
		assertThat(found.failure()).isEqualTo("boom");
		assertThat(found.attempts()).isEqualTo(2);
		assertThat(found.stackTraces()).hasSize(1);
		assertThat(found.stackTraces().get(0)).contains("IllegalStateException: boom");
	}

	@Test
	void whatTheFailureSaysGoesBeforeTheJobsBackoff() {
		publish(new JobOptions().attempts(3));
		assertThat(fail(reserve(), FailureAction.retryAfter(Duration.ofMillis(20))).outcome())
			.isEqualTo(Settlement.Outcome.RETRYING);
		assertThat(this.jedis.hget("bull:q:1", "delay")).isEqualTo("20");
		assertThat(fail(reserve(), FailureAction.fail()).outcome()).isEqualTo(Settlement.Outcome.FAILED);
	}

	@Test
	void aReleasedJobIsNextAndTheWorkerRestsIfItIsTold() {
		publish(new JobOptions());
		assertThat(fail(reserve(), FailureAction.release()).outcome()).isEqualTo(Settlement.Outcome.RELEASED);
		ReservedJob again = reserve();
		assertThat(again.attempt()).isEqualTo(1);
		fail(again, FailureAction.releaseAndRest(Duration.ofSeconds(60)));
		Reservation resting = this.queue.reserve(1, Duration.ofSeconds(5));
		assertThat(resting.kind()).isEqualTo(Reservation.Kind.THROTTLED);
		assertThat(resting.lookAgain()).isPositive();
	}

	@Test
	void aBackoffNobodyKnowsFailsTheJobWithThatReason() {
		publish(new JobOptions().attempts(3).backoff(new Backoff("fibonacci", Duration.ofSeconds(1), 0)));
		assertThat(fail(reserve(), FailureAction.retry()).outcome()).isEqualTo(Settlement.Outcome.FAILED);
		assertThat(this.jedis.hget("bull:q:1", "failedReason")).contains("fibonacci").contains("boom");
	}

	@Test
	void jobsThatCannotBeReadAreRefusedWithAReason() {
		publish(new JobOptions());
		publish(new JobOptions());
		publish(new JobOptions());
		publish(new JobOptions());
		this.jedis.hset("bull:q:1", "opts", "{oops");
		this.jedis.hset("bull:q:2", "data", "{oops");
		this.jedis.hdel("bull:q:3", "name");
		this.jedis.hset("bull:q:4", "defa", "job stalled more than allowable limit");
		List<? extends ReservedJob> jobs = this.queue.reserve(4, Duration.ZERO).jobs();
		assertThat(jobs).extracting((job) -> job.refusal().orElse(""))
			.containsExactly("job options are not readable JSON", "job data is not readable JSON", "job has no name",
					"job stalled more than allowable limit");
		jobs.forEach(
				(job) -> assertThat(fail(job, FailureAction.fail()).outcome()).isEqualTo(Settlement.Outcome.FAILED));
		assertThat(this.queue.inspect().count(JobState.FAILED)).isEqualTo(4);
	}

	@Test
	void progressAndLogsCanBeFound() {
		publish(new JobOptions().keepLogs(1));
		ReservedJob job = reserve();
		assertThat(role(ProgressRole.class).updateProgress(job, bytes("{\"percent\":5}"))).isTrue();
		assertThat(role(LogRole.class).appendLog(job, "one")).isTrue();
		assertThat(role(LogRole.class).appendLog(job, "two")).isTrue();
		JobSnapshot found = role(LookupRole.class).find("1").orElseThrow();
		assertThat(found.progress()).isEqualTo("{\"percent\":5}");
		assertThat(found.logs()).containsExactly("two");
		assertThat(found.state()).isEqualTo(JobState.ACTIVE);
		assertThat(role(LookupRole.class).find("2")).isEmpty();
	}

	@Test
	void aParentWaitsForItsChildrenAndReadsTheirResults() {
		publish(new JobOptions().id("parent"));
		ReservedJob parent = reserve();
		publish(new JobOptions().id("child").parent(new ParentLink(null, "parent", ParentLink.OnFailure.IGNORE)));
		assertThatExceptionOfType(JobHandedOverException.class).isThrownBy(((BullmqJob) parent)::moveToWaitingChildren);
		this.queue.complete(List.of(new Completion(reserve(), bytes("42"))));
		ReservedJob again = reserve();
		assertThat(again.id()).isEqualTo("parent");
		((BullmqJob) again).moveToWaitingChildren();
		assertThat(((BullmqJob) again).childrenValues()).isEqualTo(Map.of("bull:q:child", "42"));
		assertThatExceptionOfType(JobHandedOverException.class)
			.isThrownBy(() -> ((BullmqJob) again).moveToDelayed(Duration.ofMinutes(1)));
		assertThat(this.queue.inspect().count(JobState.DELAYED)).isEqualTo(1);
	}

	@Test
	void jobsOfAWorkerThatIsGoneComeBack() {
		this.queue = open(
				BullmqSettings.defaults().withStalls(new BullmqSettings.Stalls(Duration.ofSeconds(30), 1, null)));
		publish(new JobOptions());
		ReservedJob lost = reserve();
		assertThat(this.queue.maintain(100).skipped()).isFalse();
		assertThat(this.queue.maintain(100).skipped()).isTrue();
		this.jedis.del("bull:q:1:lock", "bull:q:stalled-check");
		assertThat(this.queue.maintain(100).recovered()).isEqualTo(1);
		assertThat(reserve().id()).isEqualTo("1");
		assertThat(this.queue.extend(List.of(lost)).get(0).outcome()).isEqualTo(Settlement.Outcome.LEASE_LOST);
	}

	@Test
	void namesThatBullmqDoesNotAllowAreRefused() {
		for (String name : List.of("", "a:b")) {
			assertThatExceptionOfType(InvalidQueueException.class)
				.isThrownBy(() -> protocol().open(new QueueDefinition(name, PATIENCE, null, null)));
		}
		assertThatExceptionOfType(InvalidQueueException.class)
			.isThrownBy(() -> BullmqKeys.of("bull", "q", Map.of(), true))
			.satisfies((ex) -> assertThat(ex.action()).contains("{bull}").contains("{q}"));
		assertThat(BullmqKeys.of("{bull}", "q", Map.of(), true).base()).isEqualTo("{bull}:q:");
	}

}
