package io.redisjobs.observation;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.trace.SpanKind;
import io.redisjobs.JobOptions;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.PublishResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/** Tests what is observed of publishing, and which jobs carry a trace. */
class ObservedPublishingTests {

	private final List<NewJob> jobs = List.of(new NewJob(new byte[0], new JobOptions().name("welcome")),
			new NewJob(new byte[0], new JobOptions().name("welcome")));

	private static OpenQueue queue(Set<Capability> capabilities) {
		JobProtocol protocol = mock();
		given(protocol.id()).willReturn("bullmq");
		given(protocol.capabilities()).willReturn(capabilities);
		return new OpenQueue("emails", protocol, mock(JobQueue.class));
	}

	@Test
	void theTraceTravelsWithEveryJobWhereTheContractHasRoom() {
		try (Traces traces = new Traces()) {
			new ObservedPublishing(traces.registry(), null).publish(queue(EnumSet.of(Capability.TRACE_CONTEXT)),
					this.jobs, (batch) -> List.of(PublishResult.added("1"), PublishResult.added("2")));
			assertThat(traces.spans()).singleElement().satisfies((span) -> {
				assertThat(span.getName()).isEqualTo("emails publish");
				assertThat(span.getKind()).isEqualTo(SpanKind.PRODUCER);
				assertThat(this.jobs).extracting((job) -> job.options().traceContext())
					.allSatisfy((trace) -> assertThat(trace).matches(
							"\\{\"traceparent\":\"00-" + span.getTraceId() + "-" + span.getSpanId() + "-0[0-9]\"}"));
			});
		}
	}

	@Test
	void theTraceStaysAtHomeWhereTheContractHasNoRoom() {
		try (Traces traces = new Traces()) {
			new ObservedPublishing(traces.registry(), null).publish(queue(Set.of()), this.jobs,
					(batch) -> List.of(PublishResult.added("1"), PublishResult.added("2")));
			assertThat(traces.spans()).hasSize(1);
			assertThat(this.jobs).extracting((job) -> job.options().traceContext()).containsOnlyNulls();
		}
	}

	@Test
	void aTraceOfTheUsersChoiceIsKept() {
		this.jobs.get(0).options().traceContext("own");
		try (Traces traces = new Traces()) {
			new ObservedPublishing(traces.registry(), null).publish(queue(EnumSet.of(Capability.TRACE_CONTEXT)),
					this.jobs, (batch) -> List.of(PublishResult.added("1"), PublishResult.added("2")));
		}
		assertThat(this.jobs.get(0).options().traceContext()).isEqualTo("own");
		assertThat(this.jobs.get(1).options().traceContext()).contains("traceparent");
	}

	@Test
	void timersTellQueueProtocolNameAndOutcome() {
		MeterRegistry meters = new SimpleMeterRegistry();
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
		ObservedPublishing observed = new ObservedPublishing(registry, null);
		observed.publish(queue(Set.of()), this.jobs,
				(batch) -> List.of(PublishResult.added("1"), PublishResult.duplicate("2")));
		observed.publish(queue(Set.of()), this.jobs.subList(0, 1), (batch) -> List.of(PublishResult.added("1")));
		assertThatIllegalStateException().isThrownBy(() -> observed.publish(queue(Set.of()), this.jobs, (batch) -> {
			throw new IllegalStateException("Redis is away");
		}));
		for (String outcome : List.of("mixed", "added", "error")) {
			assertThat(meters.get("redis.jobs.publish")
				.tags("queue", "emails", "protocol", "bullmq", "job", "welcome", "outcome", outcome)
				.timer()
				.count()).isEqualTo(1);
		}
	}

	@Test
	void nothingIsDoneWithoutARegistry() {
		OpenQueue queue = mock(OpenQueue.class);
		List<PublishResult> results = List.of(PublishResult.added("1"));
		assertThat(new ObservedPublishing(ObservationRegistry.NOOP, null).publish(queue, this.jobs, (batch) -> results))
			.isSameAs(results);
	}

}
