package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.redisjobs.JobContext;
import io.redisjobs.JobHandler;
import io.redisjobs.PublishedJob;
import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.kit.JobsApplication;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The whole way of a job: request, router, worker, result or failure, handler. */
@ExtendWith(TestRedis.class)
class StreamsPipelineTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final String[] PIPELINE = { "redis-jobs.defaults.protocol=streams",
			"redis-jobs.defaults.backoff=100ms", "redis-jobs.queues.requested.unfit-jobs=fail",
			"redis-jobs.queues.requested.streams.route.by=type",
			"redis-jobs.queues.requested.streams.route.failures-to=failed",
			"redis-jobs.queues.requested.streams.route.aliases.speech=transcription",
			"redis-jobs.queues.transcription.streams.results-to=completed",
			"redis-jobs.queues.transcription.streams.failures-to=failed",
			"redis-jobs.queues.transcription.max-attempts=2", "redis-jobs.queues.completed.concurrency=2",
			"redis-jobs.queues.failed.streams.once-per-job-id=true" };

	private final Pipeline pipeline = new Pipeline();

	@Test
	void aRequestIsRoutedRunAndItsResultHandled(Jedis redis) {
		try (JobsApplication application = start()) {
			PublishedJob job = application.jobs()
				.publish("requested", new Request("https://a", "en"),
						(options) -> options.type("TRANSCRIPTION").userId("user-1"));
			await().atMost(PATIENCE).until(() -> !this.pipeline.completed.isEmpty());
			assertThat(this.pipeline.completed).containsExactly(job.id() + " user-1 TRANSCRIPTION text of https://a");
			assertThat(this.pipeline.worked).containsExactly(job.id() + " user-1 1");
			await().atMost(PATIENCE).untilAsserted(() -> {
				assertThat(redis.xpending("jobs:requested", "orchestrator-group").getTotal()).isZero();
				assertThat(redis.xpending("jobs:transcription", "worker-group").getTotal()).isZero();
				assertThat(redis.xpending("jobs:completed", "handler-group").getTotal()).isZero();
			});
			assertThat(redis.exists("jobs:failed:dead")).isFalse();
		}
	}

	@Test
	void aFailedJobIsTriedAgainAndThenRefundedOnce(Jedis redis) {
		try (JobsApplication application = start()) {
			PublishedJob job = application.jobs()
				.publish("requested", new Request("broken", "en"),
						(options) -> options.type("speech").userId("user-2"));
			await().atMost(PATIENCE).until(() -> !this.pipeline.refunds.isEmpty());
			assertThat(this.pipeline.refunds).containsOnlyKeys(job.id());
			assertThat(this.pipeline.worked).containsExactly(job.id() + " user-2 1", job.id() + " user-2 2");
			String failure = redis.xrange("jobs:failed", (StreamEntryID) null, null).get(0).getFields().get("payload");
			redis.xadd("jobs:failed", StreamEntryID.NEW_ENTRY, Map.of("payload", failure));
			await().atMost(PATIENCE).untilAsserted(() -> {
				assertThat(redis.xinfoGroups("jobs:failed").get(0).getLastDeliveredId())
					.isEqualTo(redis.xinfoStream("jobs:failed").getLastGeneratedId());
				assertThat(redis.xpending("jobs:failed", "handler-group").getTotal()).isZero();
			});
			assertThat(this.pipeline.refunds).containsExactly(Map.entry(job.id(), "no transcription today"));
			assertThat(this.pipeline.refundCalls).hasSize(1);
		}
	}

	@Test
	void requestsThatBelongNowhereAndBrokenOnesGoToTheFailures(Jedis redis) {
		try (JobsApplication application = start()) {
			PublishedJob job = application.jobs().publish("requested", Map.of(), (options) -> options.type("DANCE"));
			redis.xadd("jobs:requested", StreamEntryID.NEW_ENTRY, Map.of("payload", "{broken"));
			PublishedJob good = application.jobs()
				.publish("requested", new Request("https://b", "en"), (options) -> options.type("transcription"));
			await().atMost(PATIENCE).until(() -> this.pipeline.refundCalls.size() == 2);
			await().atMost(PATIENCE).until(() -> !this.pipeline.completed.isEmpty());
			assertThat(this.pipeline.refunds.get(job.id())).contains("DANCE");
			assertThat(this.pipeline.completed.peek()).startsWith(good.id());
			assertThat(redis.xpending("jobs:requested", "orchestrator-group").getTotal()).isZero();
		}
	}

	@Test
	void aRouterBeanReplacesTheRule() {
		JobRouter everything = (envelope) -> "transcription";
		try (JobsApplication application = JobsApplication.builder()
			.properties(PIPELINE)
			.bean(Pipeline.class, this.pipeline)
			.bean(JobRouter.class, everything)
			.run()) {
			application.jobs().publish("requested", new Request("https://c", "en"), (options) -> options.type("DANCE"));
			await().atMost(PATIENCE).until(() -> !this.pipeline.completed.isEmpty());
			assertThat(this.pipeline.completed.peek()).contains("DANCE text of https://c");
		}
	}

	private JobsApplication start() {
		return JobsApplication.builder().properties(PIPELINE).bean(Pipeline.class, this.pipeline).run();
	}

	record Request(String mediaUrl, String language) {

	}

	record Transcript(String text) {

	}

	static class Pipeline {

		private final ConcurrentLinkedQueue<String> worked = new ConcurrentLinkedQueue<>();

		private final ConcurrentLinkedQueue<String> completed = new ConcurrentLinkedQueue<>();

		private final ConcurrentLinkedQueue<String> refundCalls = new ConcurrentLinkedQueue<>();

		private final Map<String, String> refunds = new ConcurrentHashMap<>();

		@JobHandler(queue = "transcription")
		Transcript transcribe(Request request, JobContext job) {
			this.worked.add(job.id() + " " + job.attributes().get("user_id") + " " + job.attempt());
			if (request.mediaUrl().equals("broken")) {
				throw new IllegalStateException("no transcription today");
			}
			if (!Set.copyOf(List.of("en", "de")).contains(request.language())) {
				throw new UnrecoverableJobException("unknown language");
			}
			return new Transcript("text of " + request.mediaUrl());
		}

		@JobHandler(queue = "completed")
		void complete(Transcript transcript, JobEnvelope envelope) {
			this.completed
				.add(envelope.jobId() + " " + envelope.userId() + " " + envelope.type() + " " + transcript.text());
		}

		@JobHandler(queue = "failed")
		void refund(JobEnvelope envelope) {
			this.refundCalls.add(envelope.jobId());
			this.refunds.put(envelope.jobId(), envelope.data().get("error").stringValue());
		}

	}

}
