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

	private final Queue<Question<I, O>> waiting;

	private final AtomicInteger pending = new AtomicInteger();

	private final AtomicInteger callers = new AtomicInteger();

	/**
	 * Creates the calls.
	 * @param call asks for many at once; answers are in their order
	 * @param largest the most to ask for in one call
	 */
	public SharedCalls(Function<List<I>, List<O>> call, int largest) {
		this(call, largest, new ConcurrentLinkedQueue<>());
	}

	SharedCalls(Function<List<I>, List<O>> call, int largest, Queue<Question<I, O>> waiting) {
		this.call = call;
		this.largest = largest;
		this.waiting = waiting;
	}

	/** Asks, and waits for the answer. */
	public O ask(I item) {
		Question<I, O> question = new Question<>(item);
		this.waiting.add(question);
		this.pending.incrementAndGet();
		// an interrupted thread could not make calls for others
		boolean interrupted = Thread.interrupted();
		try {
			while (!question.answered) {
				if (becomeCaller()) {
					makeCalls(question);
				}
				else {
					LockSupport.park(this);
					interrupted |= Thread.interrupted();
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
		return question.answer();
	}

	private void makeCalls(Question<I, O> own) {
		try {
			makeCalls();
		}
		catch (RuntimeException | Error ex) {
			// what another caller has taken is answered there
			if (withdraw(own)) {
				throw ex;
			}
		}
		finally {
			leave();
		}
	}

	private boolean withdraw(Question<I, O> question) {
		boolean waiting = this.waiting.remove(question);
		if (waiting) {
			this.pending.decrementAndGet();
		}
		return waiting;
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
			makeCall();
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

	// whoever was taken out of the line is answered, whatever happens
	private void makeCall() {
		List<Question<I, O>> batch = new ArrayList<>();
		try {
			take(batch);
		}
		catch (RuntimeException | Error ex) {
			end(batch, ex);
			throw ex;
		}
		if (!batch.isEmpty()) {
			answer(batch);
		}
	}

	private void take(List<Question<I, O>> batch) {
		int taken = 0;
		Question<I, O> next = null;
		try {
			while (batch.size() < this.largest) {
				next = this.waiting.poll();
				if (next == null) {
					break;
				}
				taken++;
				batch.add(next);
				next = null;
			}
		}
		catch (RuntimeException | Error ex) {
			if (next != null) {
				next.end(ex);
			}
			throw ex;
		}
		finally {
			this.pending.addAndGet(-taken);
		}
	}

	private void answer(List<Question<I, O>> batch) {
		Throwable error = null;
		try {
			List<O> answers = this.call.apply(batch.stream().map((question) -> question.item).toList());
			for (int i = 0; i < batch.size(); i++) {
				batch.get(i).answer = answers.get(i);
			}
		}
		catch (RuntimeException | Error ex) {
			error = ex;
		}
		end(batch, error);
	}

	// creates nothing, because there may be no memory left
	private static <I, O> void end(List<Question<I, O>> batch, @Nullable Throwable error) {
		for (int i = 0; i < batch.size(); i++) {
			batch.get(i).end(error);
		}
	}

	/** What a thread asks; once it is answered, another thread's writes are visible. */
	static final class Question<I, O> {

		private final I item;

		private final Thread thread = Thread.currentThread();

		private @Nullable O answer;

		private @Nullable Throwable error;

		private volatile boolean answered;

		Question(I item) {
			this.item = item;
		}

		void end(@Nullable Throwable error) {
			this.error = error;
			this.answered = true;
			if (this.thread != Thread.currentThread()) {
				LockSupport.unpark(this.thread);
			}
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
