package io.redisjobs.sample.tour;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.redisjobs.Backoff;
import io.redisjobs.JobOperations;
import io.redisjobs.JobSnapshot;
import io.redisjobs.JobState;
import io.redisjobs.PublishedJob;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.sample.Journal;
import io.redisjobs.sample.video.VideoRequest;
import io.redisjobs.sample.video.VideoResult;
import io.redisjobs.sample.video.Videos;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Shows progress, retries, priorities and delays. */
@Component
@Order(1)
class BullmqChapter implements Chapter {

	private static final Duration DELAY = Duration.ofSeconds(1);

	private final JobOperations jobs;

	private final JobQueues queues;

	private final Journal journal;

	BullmqChapter(JobOperations jobs, JobQueues queues, Journal journal) {
		this.jobs = jobs;
		this.queues = queues;
		this.journal = journal;
	}

	@Override
	public String title() {
		return "BullMQ: progress, retries, priority and a delayed job";
	}

	@Override
	public void tell(Account account) {
		tellOfRetries(account);
		tellOfPriorities(account);
		tellOfDelays(account);
	}

	private void tellOfRetries(Account account) {
		PublishedJob job = this.jobs.publish(Videos.QUEUE, new VideoRequest("Hamlet", 2),
				(options) -> options.name("render").attempts(3).backoff(Backoff.fixed(Duration.ofMillis(200))));
		List<Journal.Entry> entries = awaitEnd(job);
		account.expect("a video that fails twice is rendered at its third attempt",
				count(entries, "retrying") == 2 && count(entries, "completed") == 1);
		JobSnapshot found = this.jobs.find(Videos.QUEUE, job.id()).orElse(null);
		account.expect("its progress, result and log can be read: " + url(found),
				found != null && found.state() == JobState.COMPLETED && "100".equals(found.progress())
						&& found.logs().contains("rendered Hamlet"));
	}

	private static String url(@Nullable JobSnapshot found) {
		return (found != null) ? found.result(VideoResult.class).map(VideoResult::url).orElse("no result") : "nothing";
	}

	private void tellOfPriorities(Account account) {
		JobQueue queue = this.queues.get(Videos.QUEUE).queue();
		queue.pause();
		PublishedJob later = publish("Lear", 10);
		PublishedJob sooner = publish("Othello", 1);
		List<String> expected = List.of(topic(sooner), topic(later));
		List<String> order = Collections.synchronizedList(new ArrayList<>());
		Runnable end = this.journal.followAll((entry) -> {
			if (entry.what().equals("started") && expected.contains(entry.topic())) {
				order.add(entry.topic());
			}
		});
		queue.resume();
		awaitEnd(later);
		awaitEnd(sooner);
		end.run();
		account.expect("priority 1 goes before priority 10, although it came later", order.equals(expected));
	}

	private void tellOfDelays(Account account) {
		long published = System.nanoTime();
		PublishedJob job = this.jobs.publish(Videos.QUEUE, new VideoRequest("Macbeth", 0),
				(options) -> options.name("render").delay(DELAY));
		boolean done = count(awaitEnd(job), "completed") == 1;
		Duration waited = Duration.ofNanos(System.nanoTime() - published);
		account.expect("a job delayed by " + DELAY.toMillis() + " ms was done after " + waited.toMillis() + " ms",
				done && waited.compareTo(DELAY) >= 0);
	}

	private PublishedJob publish(String title, int priority) {
		return this.jobs.publish(Videos.QUEUE, new VideoRequest(title, 0),
				(options) -> options.name("render").priority(priority));
	}

	private List<Journal.Entry> awaitEnd(PublishedJob job) {
		return this.journal.await(topic(job), PATIENCE,
				(entries) -> count(entries, "completed") + count(entries, "failed") > 0);
	}

	private static String topic(PublishedJob job) {
		return Journal.topic(job.queue(), job.id());
	}

	private static long count(List<Journal.Entry> entries, String what) {
		return entries.stream().filter((entry) -> entry.what().equals(what)).count();
	}

}
