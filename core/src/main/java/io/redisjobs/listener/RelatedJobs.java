package io.redisjobs.listener;

import java.util.function.Consumer;

import io.redisjobs.FollowUps;
import io.redisjobs.JobContext;
import io.redisjobs.JobOperations;
import io.redisjobs.JobOptions;
import io.redisjobs.ParentLink;
import io.redisjobs.PublishedJob;

/** Publishes jobs with a relation to the running one. */
final class RelatedJobs implements FollowUps {

	private final JobOperations jobs;

	private final JobContext job;

	private final Consumer<JobOptions> relation;

	RelatedJobs(JobOperations jobs, JobContext job, Consumer<JobOptions> relation) {
		this.jobs = jobs;
		this.job = job;
		this.relation = relation.andThen((options) -> options.publishedBy(job));
	}

	@Override
	public PublishedJob publish(Object payload, Consumer<JobOptions> options) {
		return this.jobs.publish(this.job.queue(), payload, options.andThen(this.relation));
	}

	@Override
	public PublishedJob publish(String queue, Object payload, Consumer<JobOptions> options) {
		return this.jobs.publish(queue, payload, options.andThen(this.relation).andThen((related) -> {
			ParentLink parent = related.parent();
			if (parent != null && parent.queue() == null && !queue.equals(this.job.queue())) {
				related.parent(new ParentLink(this.job.queue(), parent.id(), parent.onFailure()));
			}
		}));
	}

}
