package io.redisjobs.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import io.redisjobs.JobContext;
import io.redisjobs.JobHandler;
import io.redisjobs.JobRateLimitedException;

import org.springframework.stereotype.Component;

/** The handlers under test, which keep a diary. */
@Component
class Clerk {

	private final List<String> diary = new CopyOnWriteArrayList<>();

	private volatile CountDownLatch door = new CountDownLatch(0);

	private volatile boolean tired;

	private final Map<String, Runnable> actions = new ConcurrentHashMap<>();

	List<String> diary() {
		return this.diary;
	}

	/** Keeps handlers from going on until the latch lets them. */
	void waitFor(CountDownLatch door) {
		this.door = door;
	}

	/** The next run asks for a rest of an hour. */
	void tire() {
		this.tired = true;
	}

	/** Does something beside each delivery of a kind, and nothing beside others. */
	void whenever(String kind, Runnable action) {
		this.actions.clear();
		also(kind, action);
	}

	/** Does something beside each delivery of another kind. */
	void also(String kind, Runnable action) {
		this.actions.put(kind, action);
	}

	@JobHandler("letters")
	String letter(Letter letter, JobContext job) throws InterruptedException {
		return deliver("letter", letter, job);
	}

	@JobHandler("parcels")
	String parcel(Letter parcel, JobContext job) throws InterruptedException {
		return deliver("parcel", parcel, job);
	}

	private String deliver(String kind, Letter letter, JobContext job) throws InterruptedException {
		this.diary.add(kind + " to " + letter.to() + ", attempt " + job.attempt());
		this.door.await();
		this.actions.getOrDefault(kind, () -> {
		}).run();
		if (this.tired) {
			this.tired = false;
			throw new JobRateLimitedException(Duration.ofHours(1));
		}
		if (job.attempt() <= letter.failures()) {
			throw new IllegalStateException("Nobody opens at " + letter.to());
		}
		return "delivered to " + letter.to();
	}

}
