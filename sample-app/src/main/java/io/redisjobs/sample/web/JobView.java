package io.redisjobs.sample.web;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.redisjobs.JobSnapshot;
import io.redisjobs.sample.Journal;
import org.jspecify.annotations.Nullable;

/**
 * A job as the API shows it.
 *
 * @param queue its queue
 * @param id its id
 * @param state where it stands, if the contract can tell
 * @param payload what it was published with
 * @param progress how far it is
 * @param result what came out
 * @param failure why it failed last
 * @param logs what its handler logged
 * @param events what this application saw of it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record JobView(String queue, String id, @Nullable String state, @Nullable String payload, @Nullable String progress,
		@Nullable String result, @Nullable String failure, @Nullable List<String> logs, List<Journal.Entry> events) {

	static JobView of(JobSnapshot job, List<Journal.Entry> events) {
		return new JobView(job.queue(), job.id(), job.state().name(), job.payloadText(), job.progress(),
				job.resultText(), job.failure(), job.logs(), events);
	}

	static JobView of(String queue, String id, List<Journal.Entry> events) {
		return new JobView(queue, id, null, null, null, null, null, null, events);
	}

}
