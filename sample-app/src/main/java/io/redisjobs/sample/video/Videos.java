package io.redisjobs.sample.video;

import io.redisjobs.JobContext;
import io.redisjobs.JobHandler;
import io.redisjobs.sample.Journal;

import org.springframework.stereotype.Component;

/** Renders videos; Node services may publish them too, or render them. */
@Component
public class Videos {

	/** The queue. */
	public static final String QUEUE = "videos";

	private final Journal journal;

	Videos(Journal journal) {
		this.journal = journal;
	}

	@JobHandler(QUEUE)
	VideoResult render(VideoRequest request, JobContext job) {
		progress(job, 25);
		if (job.attempt() <= request.hiccups()) {
			throw new IllegalStateException("the encoder hiccuped at attempt " + job.attempt());
		}
		progress(job, 100);
		job.log("rendered " + request.title());
		return new VideoResult("https://videos.example/" + job.id() + ".mp4");
	}

	private void progress(JobContext job, int percent) {
		job.progress(percent);
		this.journal.record(Journal.topic(job.queue(), job.id()), "progress", percent + " %");
	}

}
