package io.redisjobs.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.publish.PublishInterceptor;

import org.springframework.core.Ordered;

/** Remembers what the application publishes, as the queues get it. */
final class PublicationRecorder implements PublishInterceptor, Ordered {

	private final Supplier<PayloadConverter> converter;

	private final List<Publication> publications = new ArrayList<>();

	PublicationRecorder(Supplier<PayloadConverter> converter) {
		this.converter = converter;
	}

	@Override
	public int getOrder() {
		return LOWEST_PRECEDENCE;
	}

	@Override
	public List<PublishResult> publish(OpenQueue queue, List<NewJob> jobs,
			Function<List<NewJob>, List<PublishResult>> next) {
		List<PublishResult> results = next.apply(jobs);
		synchronized (this.publications) {
			for (int i = 0; i < results.size(); i++) {
				if (results.get(i).outcome() == PublishResult.Outcome.ADDED) {
					this.publications
						.add(new Publication(queue.name(), results.get(i).id(), jobs.get(i), this.converter.get()));
				}
			}
		}
		return results;
	}

	List<Publication> of(String queue) {
		return all().stream().filter((publication) -> publication.queue().equals(queue)).toList();
	}

	List<Publication> all() {
		synchronized (this.publications) {
			return List.copyOf(this.publications);
		}
	}

	void clear() {
		synchronized (this.publications) {
			this.publications.clear();
		}
	}

}
