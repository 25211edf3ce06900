package io.redisjobs.sample;

import io.redisjobs.event.JobCompletedEvent;
import io.redisjobs.event.JobEvent;
import io.redisjobs.event.JobFailedEvent;
import io.redisjobs.event.JobRetryEvent;
import io.redisjobs.event.JobStartedEvent;

import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Writes down what the containers of this application do with jobs. */
@Component
class JobJournal {

	private final Journal journal;

	JobJournal(Journal journal) {
		this.journal = journal;
	}

	@EventListener
	void started(JobStartedEvent event) {
		record(event, "started", "attempt " + event.job().attempt());
	}

	@EventListener
	void completed(JobCompletedEvent event) {
		record(event, "completed", (event.result() != null) ? event.result().toString() : "");
	}

	@EventListener
	void retried(JobRetryEvent event) {
		record(event, "retrying", String.valueOf(event.error().getMessage()));
	}

	@EventListener
	void failed(JobFailedEvent event) {
		record(event, "failed", String.valueOf(event.error().getMessage()));
	}

	private void record(JobEvent event, String what, String detail) {
		this.journal.record(Journal.topic(event.job().queue(), event.job().id()), what, detail);
	}

}
