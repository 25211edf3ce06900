package io.redisjobs.redis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Lets threads that ask for the same kind of call at one moment share it. A thread that
 * comes while few calls are under way makes its own at once; one that comes while others
 * wait for Redis goes with the next call, which one of the waiting threads makes for all.
 *
 * @param <I> what is asked
 * @param <O> what is answered
 */
public final class SharedCalls<I, O> {

	private static final int MOST_CALLS = 2;

	private final Function<List<I>, List<O>> call;

	private final int largest;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private final Deque<Question<I, O>> waiting = new ArrayDeque<>();

	private int calls;

	/**
	 * Creates the calls.
	 * @param call asks for many at once; answers are in their order
	 * @param largest the most to ask for in one call
	 */
	public SharedCalls(Function<List<I>, List<O>> call, int largest) {
		this.call = call;
		this.largest = largest;
	}

	/** Asks, and waits for the answer. */
	public O ask(I item) {
		Question<I, O> question = new Question<>(item);
		this.lock.lock();
		try {
			this.waiting.add(question);
			while (!question.answered) {
				if (this.calls < MOST_CALLS && !this.waiting.isEmpty()) {
					makeCall();
				}
				else {
					this.changed.awaitUninterruptibly();
				}
			}
		}
		finally {
			this.lock.unlock();
		}
		return question.answer();
	}

	private void makeCall() {
		List<Question<I, O>> batch = new ArrayList<>();
		while (batch.size() < this.largest && !this.waiting.isEmpty()) {
			batch.add(this.waiting.poll());
		}
		this.calls++;
		this.lock.unlock();
		try {
			answer(batch);
		}
		finally {
			this.lock.lock();
			this.calls--;
			batch.forEach((question) -> question.answered = true);
			this.changed.signalAll();
		}
	}

	private void answer(List<Question<I, O>> batch) {
		try {
			List<O> answers = this.call.apply(batch.stream().map((question) -> question.item).toList());
			for (int i = 0; i < batch.size(); i++) {
				batch.get(i).answer = answers.get(i);
			}
		}
		catch (RuntimeException ex) {
			batch.forEach((question) -> question.error = ex);
		}
	}

	/**
	 * Written by the thread that makes the call, read by the one that asked, both under
	 * the lock.
	 */
	private static final class Question<I, O> {

		private final I item;

		private boolean answered;

		private @Nullable O answer;

		private @Nullable RuntimeException error;

		Question(I item) {
			this.item = item;
		}

		O answer() {
			if (this.error != null) {
				throw this.error;
			}
			if (this.answer == null) {
				throw new IllegalStateException("The call left a question without an answer");
			}
			return this.answer;
		}

	}

}
