package io.redisjobs.sample.web;

import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import io.redisjobs.JobOperations;
import io.redisjobs.PublishedJob;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.sample.Journal;
import org.jspecify.annotations.Nullable;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Publishes jobs, shows one, and streams what happens to it. */
@RestController
@RequestMapping("/jobs/{queue}")
class JobsController {

	private final JobOperations jobs;

	private final JobQueues queues;

	private final Journal journal;

	private final JobContainerRegistry containers;

	private final Payloads payloads;

	JobsController(JobOperations jobs, JobQueues queues, Journal journal, JobContainerRegistry containers,
			Payloads payloads) {
		this.jobs = jobs;
		this.queues = queues;
		this.containers = containers;
		this.payloads = payloads;
		this.journal = journal;
	}

	@PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<PublishedJob> publish(@PathVariable String queue,
			@RequestBody(required = false) @Nullable String body, @RequestParam MultiValueMap<String, String> options) {
		this.queues.get(queue);
		PublishParameters parameters = new PublishParameters(options);
		if (queue.equals("requested")) {
			parameters.require("type", "the router needs it, such as type=TRANSCRIPTION.");
			parameters.require("userId", "somebody is to be charged, such as userId=me.");
		}
		checkName(queue, parameters.name());
		Object payload = this.payloads.read(queue, parameters.name(), body);
		PublishedJob job = this.jobs.publish(queue, payload, parameters::apply);
		return ResponseEntity.accepted().location(URI.create("/jobs/" + queue + "/" + job.id())).body(job);
	}

	private void checkName(String queue, @Nullable String name) {
		Set<String> names = this.containers.get(queue)
			.map((container) -> container.handlers().names())
			.orElse(Set.of());
		if (!names.isEmpty() && !names.contains("") && (name == null || !names.contains(name))) {
			throw new BadRequestException("Bad option",
					((name != null) ? "No handler takes jobs named '" + name + "'" : "Option 'name' is missing")
							+ ". Queue '" + queue + "' has handlers for " + String.join(", ", new TreeSet<>(names))
							+ ".");
		}
	}

	@GetMapping("/{id}")
	JobView show(@PathVariable String queue, @PathVariable String id) {
		List<Journal.Entry> events = this.journal.entries(Journal.topic(queue, id));
		if (this.queues.get(queue).can(Capability.FIND)) {
			return this.jobs.find(queue, id)
				.map((job) -> JobView.of(job, events))
				.orElseThrow(() -> new UnknownJobException(queue, id));
		}
		if (events.isEmpty()) {
			throw new UnknownJobException(queue, id);
		}
		return JobView.of(queue, id, events);
	}

	@GetMapping("/{id}/events")
	SseEmitter events(@PathVariable String queue, @PathVariable String id) {
		this.queues.get(queue);
		EventStream stream = new EventStream();
		stream.onEnd(this.journal.follow(Journal.topic(queue, id), stream));
		return stream.emitter();
	}

}
