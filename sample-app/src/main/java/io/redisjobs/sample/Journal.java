package io.redisjobs.sample;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.springframework.stereotype.Component;

/**
 * What happened lately, by topic, for whoever waits for it or follows it. Every job is a
 * topic of its own.
 */
@Component
public final class Journal {

	private static final int TOPICS_KEPT = 1000;

	private static final int ENTRIES_KEPT = 200;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private final Map<String, List<Entry>> topics = new LinkedHashMap<>() {

		@Override
		protected boolean removeEldestEntry(Map.Entry<String, List<Entry>> eldest) {
			return size() > TOPICS_KEPT;
		}

	};

	private final List<Consumer<Entry>> followers = new CopyOnWriteArrayList<>();

	/** The topic of a job. */
	public static String topic(String queue, String id) {
		return queue + "/" + id;
	}

	/** Writes down that something happened. */
	public void record(String topic, String what, String detail) {
		Entry entry = new Entry(topic, what, detail);
		this.lock.lock();
		try {
			List<Entry> entries = this.topics.computeIfAbsent(topic, (key) -> new ArrayList<>());
			if (entries.size() < ENTRIES_KEPT) {
				entries.add(entry);
			}
			this.changed.signalAll();
			// inside the lock, so that a follower misses nothing and sees it in order
			this.followers.forEach((follower) -> follower.accept(entry));
		}
		finally {
			this.lock.unlock();
		}
	}

	/** What happened so far. */
	public List<Entry> entries(String topic) {
		this.lock.lock();
		try {
			return List.copyOf(this.topics.getOrDefault(topic, List.of()));
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Waits until enough has happened.
	 * @return what happened, even if it was not enough in that time
	 */
	public List<Entry> await(String topic, Duration most, Predicate<List<Entry>> enough) {
		long left = most.toNanos();
		this.lock.lock();
		try {
			while (left > 0 && !enough.test(entries(topic))) {
				left = this.changed.awaitNanos(left);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.lock.unlock();
		}
		return entries(topic);
	}

	/**
	 * Hears what has happened to a topic and what will; the follower must be quick.
	 * @return ends it
	 */
	public Runnable follow(String topic, Consumer<Entry> follower) {
		Consumer<Entry> filtered = (entry) -> {
			if (entry.topic().equals(topic)) {
				follower.accept(entry);
			}
		};
		this.lock.lock();
		try {
			entries(topic).forEach(follower);
			this.followers.add(filtered);
		}
		finally {
			this.lock.unlock();
		}
		return () -> this.followers.remove(filtered);
	}

	/**
	 * Hears whatever happens from now on.
	 * @return ends it
	 */
	public Runnable followAll(Consumer<Entry> follower) {
		this.followers.add(follower);
		return () -> this.followers.remove(follower);
	}

	/**
	 * One thing that happened.
	 *
	 * @param topic whom it happened to
	 * @param what what it was, in a word
	 * @param detail more of it, may be empty
	 */
	public record Entry(String topic, String what, String detail) {

	}

}
