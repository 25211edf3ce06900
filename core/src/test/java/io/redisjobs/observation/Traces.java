package io.redisjobs.observation;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.observation.ObservationHandler.FirstMatchingCompositeObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;

/** A registry that traces with OpenTelemetry, and the spans that came of it. */
final class Traces implements AutoCloseable {

	private final List<SpanData> spans = new CopyOnWriteArrayList<>();

	private final SdkTracerProvider provider = SdkTracerProvider.builder().addSpanProcessor(new Collector()).build();

	private final ObservationRegistry registry = ObservationRegistry.create();

	Traces() {
		io.opentelemetry.api.trace.Tracer otel = this.provider.get("test");
		OtelTracer tracer = new OtelTracer(otel, new OtelCurrentTraceContext(), (event) -> {
		});
		OtelPropagator propagator = new OtelPropagator(
				ContextPropagators.create(W3CTraceContextPropagator.getInstance()), otel);
		this.registry.observationConfig()
			.observationHandler(new FirstMatchingCompositeObservationHandler(
					new PropagatingSenderTracingObservationHandler<>(tracer, propagator),
					new PropagatingReceiverTracingObservationHandler<>(tracer, propagator),
					new DefaultTracingObservationHandler(tracer)));
	}

	ObservationRegistry registry() {
		return this.registry;
	}

	/** The spans that have ended. */
	List<SpanData> spans() {
		return this.spans;
	}

	@Override
	public void close() {
		this.provider.close();
	}

	/** Collects spans as they end. */
	private final class Collector implements SpanProcessor {

		@Override
		public void onStart(Context parent, ReadWriteSpan span) {
		}

		@Override
		public boolean isStartRequired() {
			return false;
		}

		@Override
		public void onEnd(ReadableSpan span) {
			Traces.this.spans.add(span.toSpanData());
		}

		@Override
		public boolean isEndRequired() {
			return true;
		}

	}

}
