package io.redisjobs.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Lets threads that ask for the same kind of call at one moment share it. A thread that
 * comes while no call is under way makes its own at once; one that comes while another
 * waits for Redis goes with the next call. Whoever makes calls goes on for others for a
 * while, because waking one of them for it costs more than the call.
 *
 * @param <I> what is asked
 * @param <O> what is answered
 */
public final class SharedCalls<I, O> {

	private static final int MOST_CALLS_IN_A_ROW = 2;

	/** With so many waiting, a second call is made while Redis is busy with the first. */
	private static final int WORTH_A_SECOND = 8;

	private final Function<List<I>, List<O>> call;

	private final int largest;

	private final Queue<Question<I, O>> waiting = new ConcurrentLinkedQueue<>();

	private final AtomicInteger pending = new AtomicInteger();

	private final AtomicInteger callers = new AtomicInteger();

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
		this.waiting.add(question);
		this.pending.incrementAndGet();
		// an interrupted thread could not make calls for others
		boolean interrupted = Thread.interrupted();
		while (!question.answered) {
			if (becomeCaller()) {
				try {
					makeCalls();
				}
				finally {
					leave();
				}
			}
			else {
				LockSupport.park(this);
				interrupted |= Thread.interrupted();
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
		return question.answer();
	}

	private boolean becomeCaller() {
		int others = this.callers.get();
		return isWorthwhile(others) && this.callers.compareAndSet(others, others + 1);
	}

	private boolean isWorthwhile(int others) {
		return others == 0 || (others == 1 && this.pending.get() >= WORTH_A_SECOND);
	}

	private void makeCalls() {
		int calls = 0;
		do {
			answer(nextBatch());
			calls++;
		}
		while (calls < MOST_CALLS_IN_A_ROW && this.pending.get() > 0 && isWorthwhile(this.callers.get() - 1));
	}

	// whoever came meanwhile has found somebody calling, and waits
	private void leave() {
		Question<I, O> next = (this.callers.decrementAndGet() == 0) ? this.waiting.peek() : null;
		if (next != null) {
			LockSupport.unpark(next.thread);
		}
	}

	private List<Question<I, O>> nextBatch() {
		List<Question<I, O>> batch = new ArrayList<>();
		while (batch.size() < this.largest) {
			Question<I, O> next = this.waiting.poll();
			if (next == null) {
				break;
			}
			batch.add(next);
		}
		this.pending.addAndGet(-batch.size());
		return batch;
	}

	private void answer(List<Question<I, O>> batch) {
		if (batch.isEmpty()) {
			return;
		}
		try {
			List<O> answers = this.call.apply(batch.stream().map((question) -> question.item).toList());
			for (int i = 0; i < batch.size(); i++) {
				batch.get(i).answer = answers.get(i);
			}
		}
		catch (RuntimeException | Error ex) {
			batch.forEach((question) -> question.error = ex);
		}
		for (Question<I, O> question : batch) {
			question.answered = true;
			if (question.thread != Thread.currentThread()) {
				LockSupport.unpark(question.thread);
			}
		}
	}

	/** What a thread asks; once it is answered, another thread's writes are visible. */
	private static final class Question<I, O> {

		private final I item;

		private final Thread thread = Thread.currentThread();

		private @Nullable O answer;

		private @Nullable Throwable error;

		private volatile boolean answered;

		Question(I item) {
			this.item = item;
		}

		O answer() {
			if (this.error instanceof Error fatal) {
				throw fatal;
			}
			if (this.error instanceof RuntimeException exception) {
				throw exception;
			}
			if (this.answer == null) {
				throw new IllegalStateException("The call left a question without an answer");
			}
			return this.answer;
		}

	}

}
