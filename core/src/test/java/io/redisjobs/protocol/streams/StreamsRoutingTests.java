package io.redisjobs.protocol.streams;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import io.redisjobs.JobOptions;
import io.redisjobs.UnfitJobException;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import tools.jackson.databind.node.NullNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(TestRedis.class)
class StreamsRoutingTests {

	private final StreamsQueues queues = new StreamsQueues();

	@AfterEach
	void close() {
		this.queues.close();
	}

	@Test
	void aRoutedJobMovesUnchangedToTheQueueItsResultNames(Jedis redis) {
		JobQueue requested = this.queues.open("requested", (settings) -> settings.router(true));
		JobQueue worker = this.queues.open("transcription");
		String id = StreamsQueues.publish(requested, "{\"a\":1}", new JobOptions().type("TRANSCRIPTION")).id();
		EnvelopedJob job = StreamsQueues.take(requested);
		assertThat(StreamsQueues.complete(requested, job, "\"transcription\"").outcome())
			.isEqualTo(Settlement.Outcome.COMPLETED);
		EnvelopedJob routed = StreamsQueues.take(worker);
		assertThat(routed.id()).isEqualTo(id);
		assertThat(routed.raw()).isEqualTo(job.raw());
		assertThat(redis.xpending("jobs:requested", "orchestrator-group").getTotal()).isZero();
	}

	@Test
	void jobsOfSeveralTypesAreRoutedInOneCall() {
		JobQueue requested = this.queues.open("requested", (settings) -> settings.router(true));
		StreamsQueues.publish(requested, "1", new JobOptions().type("TTS"));
		StreamsQueues.publish(requested, "2", new JobOptions().type("LIP_SYNC"));
		StreamsQueues.publish(requested, "3", new JobOptions().type("TTS"));
		List<EnvelopedJob> jobs = StreamsQueues.takeAll(requested, 10);
		TypeRouter router = new TypeRouter(List.of("tts", "lip-sync"), Map.of());
		requested.complete(jobs.stream().map((job) -> completion(job, router.route(job.envelope()))).toList());
		assertThat(StreamsQueues.takeAll(this.queues.open("tts"), 10)).hasSize(2);
		assertThat(StreamsQueues.takeAll(this.queues.open("lip-sync"), 10)).hasSize(1);
	}

	@Test
	void aResultThatNamesNoQueueIsRefusedAndLosesNothing(Jedis redis) {
		JobQueue requested = this.queues.open("requested", (settings) -> settings.router(true));
		StreamsQueues.publish(requested, "1");
		EnvelopedJob job = StreamsQueues.take(requested);
		assertThat(StreamsQueues.complete(requested, job, "null").outcome()).isEqualTo(Settlement.Outcome.REFUSED);
		assertThat(StreamsQueues.complete(requested, job, "\"requested\"").outcome())
			.isEqualTo(Settlement.Outcome.REFUSED);
		assertThat(redis.xpending("jobs:requested", "orchestrator-group").getTotal()).isEqualTo(1);
	}

	@Test
	void jobsBesideOneThatLeadsNowhereAreRoutedAndOthersTaken(Jedis redis) {
		JobQueue requested = this.queues.open("requested", (settings) -> settings.router(true));
		for (int i = 0; i < 4; i++) {
			StreamsQueues.publish(requested, "1");
		}
		List<EnvelopedJob> jobs = StreamsQueues.takeAll(requested, 3);
		Exchange exchange = requested.exchange(List.of(completion(jobs.get(0), "tts"), completion(jobs.get(1), "null"),
				completion(jobs.get(2), "tts")), 5);
		assertThat(exchange.settlements()).extracting(Settlement::outcome)
			.containsExactly(Settlement.Outcome.COMPLETED, Settlement.Outcome.REFUSED, Settlement.Outcome.COMPLETED);
		assertThat(exchange.reservation().jobs()).hasSize(1);
		assertThat(redis.xlen("jobs:tts")).isEqualTo(2);
	}

	@Test
	void othersAreTakenAfterAJobThatLeadsNowhere() {
		JobQueue requested = this.queues.open("requested", (settings) -> settings.router(true));
		StreamsQueues.publish(requested, "1");
		StreamsQueues.publish(requested, "2");
		Exchange exchange = requested.exchange(List.of(completion(StreamsQueues.take(requested), "null")), 5);
		assertThat(exchange.settlements()).extracting(Settlement::outcome).containsExactly(Settlement.Outcome.REFUSED);
		assertThat(exchange.reservation().jobs()).hasSize(1);
	}

	private static Completion completion(EnvelopedJob job, String result) {
		return new Completion(job, result.getBytes(StandardCharsets.UTF_8));
	}

	@Test
	void aRequestWithoutJobIdIsNotRouted(Jedis redis) {
		JobQueue requested = this.queues.open("requested", (settings) -> settings.router(true));
		redis.xadd("jobs:requested", StreamEntryID.NEW_ENTRY, Map.of("payload", "{\"type\":\"TTS\",\"data\":{}}"));
		assertThat(StreamsQueues.take(requested).refusal())
			.hasValueSatisfying((reason) -> assertThat(reason).contains("job_id"));
	}

	@Test
	void typesCompareWithoutCaseAndUnderscores() {
		TypeRouter router = new TypeRouter(List.of("lip-sync", "video-gen"), Map.of("video-generation", "video-gen"));
		assertThat(router.route(envelope("LIP_SYNC"))).isEqualTo("lip-sync");
		assertThat(router.route(envelope("Video-Gen"))).isEqualTo("video-gen");
		assertThat(router.route(envelope("VIDEO_GENERATION"))).isEqualTo("video-gen");
		assertThatExceptionOfType(UnfitJobException.class).isThrownBy(() -> router.route(envelope("DANCE")))
			.withMessageContaining("DANCE");
	}

	private static JobEnvelope envelope(String type) {
		return new JobEnvelope("1", null, type, NullNode.getInstance(), 0);
	}

}
