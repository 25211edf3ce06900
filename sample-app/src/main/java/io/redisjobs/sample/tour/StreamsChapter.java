package io.redisjobs.sample.tour;

import java.util.List;
import java.util.UUID;

import io.redisjobs.JobOperations;
import io.redisjobs.PublishedJob;
import io.redisjobs.sample.Journal;
import io.redisjobs.sample.pipeline.Credits;
import io.redisjobs.sample.pipeline.Recording;

import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Shows the pipeline: request, router, worker, result, and a refund where it fails. */
@Component
@Order(4)
class StreamsChapter implements Chapter {

	private static final int COST = 3;

	private final JobOperations jobs;

	private final Credits credits;

	private final Journal journal;

	StreamsChapter(JobOperations jobs, Credits credits, Journal journal) {
		this.jobs = jobs;
		this.credits = credits;
		this.journal = journal;
	}

	@Override
	public String title() {
		return "Redis Streams: router, worker, results, and a refunded failure";
	}

	@Override
	public void tell(Account account) {
		String user = "user-" + UUID.randomUUID().toString().substring(0, 8);
		this.credits.add(user, 10);
		PublishedJob good = request(user, "https://media.example/hamlet.ogg");
		account.expect("a requested transcription was routed, worked and delivered",
				awaitOutcome(good).contains("delivered"));
		PublishedJob bad = request(user, "https://media.example/noise.broken");
		account.expect("a transcription that cannot work was refunded", awaitOutcome(bad).contains("refunded"));
		account.expect("it has failed for good", awaitFailure(bad));
		account.expect("of 10 credits, " + this.credits.balance(user) + " are left",
				this.credits.balance(user) == 10 - COST);
	}

	private PublishedJob request(String user, String mediaUrl) {
		this.credits.add(user, -COST);
		return this.jobs.publish("requested", new Recording(mediaUrl, COST),
				(options) -> options.type("TRANSCRIPTION").userId(user));
	}

	private boolean awaitFailure(PublishedJob job) {
		return this.journal
			.await(Journal.topic("transcription", job.id()), PATIENCE,
					(entries) -> entries.stream().anyMatch((entry) -> entry.what().equals("failed")))
			.stream()
			.anyMatch((entry) -> entry.what().equals("failed"));
	}

	private List<String> awaitOutcome(PublishedJob job) {
		return this.journal
			.await(Journal.topic(job.queue(), job.id()), PATIENCE,
					(entries) -> entries.stream()
						.anyMatch((entry) -> entry.what().equals("delivered") || entry.what().equals("refunded")))
			.stream()
			.map(Journal.Entry::what)
			.toList();
	}

}
