package io.redisjobs.observation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.redisjobs.redis.TimeLimit;
import org.jspecify.annotations.Nullable;

/**
 * What meters show of Redis. All of it is asked for on one thread in the background, so
 * that a Redis that hangs costs whoever collects meters one short wait, however many
 * queues there are, and one connection.
 */
public final class Readings {

	private static final Duration TOO_OLD = Duration.ofMinutes(1);

	private final Duration freshness;

	private final Duration patience;

	private final Clock clock;

	private final List<Reading<?>> all = new CopyOnWriteArrayList<>();

	private final ReentrantLock lock = new ReentrantLock();

	private @Nullable Round round;

	/**
	 * Creates it without any reading.
	 * @param freshness how long an answer is used before Redis is asked again
	 * @param patience how long is waited for new answers, all of them together
	 * @param clock tells the time
	 */
	public Readings(Duration freshness, Duration patience, Clock clock) {
		this.freshness = freshness;
		this.patience = patience;
		this.clock = clock;
	}

	/**
	 * Adds a question.
	 * @param question asks Redis; may take long, and may fail
	 * @return the latest answer: null if there is none of the last minute
	 */
	public <T> Supplier<@Nullable T> add(Supplier<@Nullable T> question) {
		Reading<T> reading = new Reading<>(question);
		this.all.add(reading);
		return reading;
	}

	private Round round() {
		this.lock.lock();
		try {
			Round current = this.round;
			if (current == null || current.over()) {
				current = new Round(this.all.stream().filter(Reading::old).toList());
				this.round = current;
				current.begin();
			}
			return current;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Asks all questions whose answers are old, one after the other. */
	private final class Round {

		private final List<Reading<?>> readings;

		private final List<CompletableFuture<Boolean>> answers = new ArrayList<>();

		private final long deadline = System.nanoTime() + Readings.this.patience.toNanos();

		private CompletableFuture<Boolean> end = CompletableFuture.completedFuture(true);

		Round(List<Reading<?>> readings) {
			this.readings = readings;
			readings.forEach((reading) -> this.answers.add(new CompletableFuture<>()));
		}

		void begin() {
			this.end = TimeLimit.start(() -> {
				for (int i = 0; i < this.readings.size(); i++) {
					this.readings.get(i).ask();
					this.answers.get(i).complete(true);
				}
				return true;
			});
		}

		// whoever has the last answer may ask again before the thread has ended
		boolean over() {
			return this.end.isDone() || this.answers.stream().allMatch(CompletableFuture::isDone);
		}

		void await(Reading<?> reading) {
			int index = this.readings.indexOf(reading);
			if (index < 0) {
				return;
			}
			try {
				this.answers.get(index).get(this.deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
			}
			catch (TimeoutException | ExecutionException ex) {
				// what was known before has to do
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

	}

	/** A question and its latest answer. */
	private final class Reading<T> implements Supplier<@Nullable T> {

		private final Supplier<@Nullable T> question;

		private volatile @Nullable Answer<T> latest;

		Reading(Supplier<@Nullable T> question) {
			this.question = question;
		}

		@Override
		public @Nullable T get() {
			if (old()) {
				round().await(this);
			}
			Answer<T> answer = this.latest;
			return (answer != null && age(answer).compareTo(TOO_OLD) < 0) ? answer.value() : null;
		}

		boolean old() {
			Answer<T> answer = this.latest;
			return answer == null || age(answer).compareTo(Readings.this.freshness) >= 0;
		}

		// a clock that was set back makes an answer old, not new for an hour
		private Duration age(Answer<T> answer) {
			return Duration.between(answer.at(), Readings.this.clock.instant()).abs();
		}

		void ask() {
			T value = null;
			try {
				value = this.question.get();
			}
			catch (RuntimeException | Error ex) {
				// the containers and the health indicator tell that Redis does not answer
			}
			this.latest = new Answer<>(value, Readings.this.clock.instant());
		}

	}

	private record Answer<T>(@Nullable T value, Instant at) {

	}

}
