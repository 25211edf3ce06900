package io.redisjobs.sample.pipeline;

import io.redisjobs.JobHandler;
import io.redisjobs.protocol.streams.JobEnvelope;
import io.redisjobs.sample.Journal;

import org.springframework.stereotype.Component;

/** Takes note of what became of requests, and gives the money back where nothing did. */
@Component
class Outcomes {

	private final Credits credits;

	private final Journal journal;

	Outcomes(Credits credits, Journal journal) {
		this.credits = credits;
		this.journal = journal;
	}

	@JobHandler("completed")
	void completed(JobEnvelope result) {
		this.journal.record(Journal.topic("requested", result.jobId()), "delivered",
				result.data().path("text").asString());
	}

	@JobHandler("failed")
	void failed(JobEnvelope failure) {
		int cost = failure.data().path("request").path("cost").asInt();
		String user = (failure.userId() != null) ? failure.userId() : "nobody";
		this.credits.add(user, cost);
		this.journal.record(Journal.topic("requested", failure.jobId()), "refunded",
				cost + " credits to " + user + ": " + failure.data().path("error").asString());
	}

}
