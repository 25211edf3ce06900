package io.redisjobs.publish;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

import io.redisjobs.JobLeaseLostException;
import io.redisjobs.JobOperations;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.JobSnapshot;
import io.redisjobs.PublishedJob;
import io.redisjobs.UnsupportedJobOptionException;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.LookupRole;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.PublishResult;
import org.jspecify.annotations.Nullable;

/**
 * Publishes jobs to queues of every contract, and finds them. Payloads are converted and
 * options checked before a queue gets the jobs; {@link PublishInterceptor}s surround
 * that.
 */
public class JobTemplate implements JobOperations {

	private final JobQueues queues;

	private final PayloadConverter converter;

	private final List<PublishInterceptor> interceptors;

	/**
	 * Creates the template.
	 * @param queues the queues by their names
	 * @param converter writes payloads, and reads those of jobs that are found
	 * @param interceptors what surrounds publishing, the outermost first
	 */
	public JobTemplate(JobQueues queues, PayloadConverter converter, List<PublishInterceptor> interceptors) {
		this.queues = queues;
		this.converter = converter;
		this.interceptors = List.copyOf(interceptors);
	}

	@Override
	public PublishedJob publish(String queue, @Nullable Object payload, Consumer<JobOptions> options) {
		OpenQueue target = this.queues.get(queue);
		return publish(target, List.of(newJob(target, payload, options))).get(0);
	}

	@Override
	public List<PublishedJob> publishAll(String queue, Collection<?> payloads, Consumer<JobOptions> options) {
		OpenQueue target = this.queues.get(queue);
		List<NewJob> jobs = new ArrayList<>(payloads.size());
		payloads.forEach((payload) -> jobs.add(newJob(target, payload, options)));
		return jobs.isEmpty() ? List.of() : publish(target, jobs);
	}

	@Override
	public Optional<JobSnapshot> find(String queue, String id) {
		OpenQueue target = this.queues.get(queue);
		return target.queue()
			.role(LookupRole.class)
			.orElseThrow(
					() -> new UnsupportedJobOptionException(queue, target.protocol().id(), Capability.FIND.option()))
			.find(id)
			.map((job) -> job.readBy(this.converter::read));
	}

	private NewJob newJob(OpenQueue queue, @Nullable Object payload, Consumer<JobOptions> customizer) {
		JobOptions options = new JobOptions();
		customizer.accept(options);
		if (options.type() == null && options.name() == null && queue.can(Capability.TYPE)) {
			String type = this.converter.jobType(payload);
			if (type != null) {
				options.type(type);
			}
		}
		OptionGuard.check(queue, options);
		queue.defaults().applyTo(options, queue.protocol().capabilities());
		if (options.publishedBy() != null && options.publishedBy().leaseLost()) {
			throw leaseLost(queue.name(), options.publishedBy() + " is not its run's any more");
		}
		try {
			return new NewJob(this.converter.write(payload), options);
		}
		catch (IllegalArgumentException ex) {
			throw new JobRefusedException(queue.name(), String.valueOf(ex.getMessage()), ex);
		}
	}

	private List<PublishedJob> publish(OpenQueue queue, List<NewJob> jobs) {
		Function<List<NewJob>, List<PublishResult>> call = queue.queue()::publish;
		for (int i = this.interceptors.size() - 1; i >= 0; i--) {
			PublishInterceptor interceptor = this.interceptors.get(i);
			Function<List<NewJob>, List<PublishResult>> next = call;
			call = (batch) -> interceptor.publish(queue, batch, next);
		}
		return published(queue.name(), call.apply(jobs));
	}

	private static JobLeaseLostException leaseLost(String queue, String detail) {
		return new JobLeaseLostException(queue, detail + "; nothing was published, the job's next attempt does that");
	}

	private static List<PublishedJob> published(String queue, List<PublishResult> results) {
		List<PublishedJob> published = new ArrayList<>(results.size());
		for (int i = 0; i < results.size(); i++) {
			PublishResult result = results.get(i);
			if (result.outcome() == PublishResult.Outcome.LEASE_LOST) {
				throw leaseLost(queue, result.detail());
			}
			if (result.outcome() == PublishResult.Outcome.REFUSED) {
				throw new JobRefusedException(queue, (results.size() == 1) ? result.detail()
						: "job " + (i + 1) + " of " + results.size() + " was refused: " + result.detail());
			}
			published.add(new PublishedJob(queue, result.id(), result.outcome() == PublishResult.Outcome.ADDED));
		}
		return published;
	}

}
