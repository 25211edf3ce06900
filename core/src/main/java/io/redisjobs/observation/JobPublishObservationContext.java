package io.redisjobs.observation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.PublishResult;

/** What is known of jobs that are being published. */
public final class JobPublishObservationContext extends SenderContext<Map<String, String>> {

	private final OpenQueue queue;

	private final List<NewJob> jobs;

	private List<PublishResult> results = List.of();

	private boolean ended;

	JobPublishObservationContext(OpenQueue queue, List<NewJob> jobs) {
		super((carrier, key, value) -> {
			if (carrier != null) {
				carrier.put(key, value);
			}
		}, Kind.PRODUCER);
		this.queue = queue;
		this.jobs = List.copyOf(jobs);
		setCarrier(new LinkedHashMap<>());
		setRemoteServiceName("redis");
	}

	/** The queue. */
	public OpenQueue queue() {
		return this.queue;
	}

	/** The jobs. */
	public List<NewJob> jobs() {
		return this.jobs;
	}

	/** What became of them; empty until Redis has answered. */
	public List<PublishResult> results() {
		return this.results;
	}

	/** Whether the call has ended; what became of it is not known before. */
	public boolean ended() {
		return this.ended;
	}

	void results(List<PublishResult> results) {
		this.results = List.copyOf(results);
	}

	void end() {
		this.ended = true;
	}

}
