package io.redisjobs.sample.web;

import java.net.URI;
import java.util.List;

import io.redisjobs.JobOperations;
import io.redisjobs.PublishedJob;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.sample.Journal;
import tools.jackson.databind.JsonNode;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Publishes jobs, shows one, and streams what happens to it. */
@RestController
@RequestMapping("/jobs/{queue}")
class JobsController {

	private final JobOperations jobs;

	private final JobQueues queues;

	private final Journal journal;

	JobsController(JobOperations jobs, JobQueues queues, Journal journal) {
		this.jobs = jobs;
		this.queues = queues;
		this.journal = journal;
	}

	@PostMapping
	ResponseEntity<PublishedJob> publish(@PathVariable String queue, @RequestBody JsonNode payload,
			PublishParameters parameters) {
		PublishedJob job = this.jobs.publish(queue, payload, parameters::apply);
		return ResponseEntity.accepted().location(URI.create("/jobs/" + queue + "/" + job.id())).body(job);
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
