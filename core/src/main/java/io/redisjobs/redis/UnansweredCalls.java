package io.redisjobs.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Calls of one queue that Redis may have executed and whose replies were lost. They are
 * asked about before anything else is done, and what became of runs is told when they are
 * ended again.
 *
 * @param <A> what became of a run
 */
public final class UnansweredCalls<A> {

	/** For as long as Redis remembers a call. */
	private static final long REMEMBERED = Duration.ofMinutes(5).toNanos();

	private static final int MOST_ANSWERS = 10_000;

	private final ContractScripts scripts;

	private final LongSupplier nanoTime;

	private final Queue<Unanswered> calls = new ConcurrentLinkedQueue<>();

	private final ReentrantLock asking = new ReentrantLock();

	private final Map<String, A> answers = Collections.synchronizedMap(new LinkedHashMap<>() {
		@Override
		protected boolean removeEldestEntry(Map.Entry<String, A> eldest) {
			return size() > MOST_ANSWERS;
		}
	});

	public UnansweredCalls(ContractScripts scripts) {
		this(scripts, System::nanoTime);
	}

	UnansweredCalls(ContractScripts scripts, LongSupplier nanoTime) {
		this.scripts = scripts;
		this.nanoTime = nanoTime;
	}

	/**
	 * Sends a call.
	 * @param later reads the reply if it is lost now and comes when the call is asked
	 * about
	 */
	public Reply send(OnceCall call, Consumer<Reply> later) {
		// Redis may execute it at once, and the driver wait for a minute
		long since = this.nanoTime.getAsLong();
		try {
			return this.scripts.send(call);
		}
		catch (RuntimeException | Error ex) {
			if (!ErrorReply.isIn(ex)) {
				this.calls.add(new Unanswered(call, later, since));
			}
			throw ex;
		}
	}

	/** Asks what became of the calls. Throws if there is no answer this time either. */
	public void ask() {
		if (this.calls.isEmpty()) {
			return;
		}
		this.asking.lock();
		try {
			Unanswered next = this.calls.peek();
			while (next != null) {
				Reply reply = ask(next);
				try {
					if (reply != null) {
						next.later().accept(reply);
					}
				}
				finally {
					// a reply that cannot be read now cannot be read later either
					this.calls.remove();
				}
				next = this.calls.peek();
			}
		}
		finally {
			this.asking.unlock();
		}
	}

	/** Whether no call is without an answer. */
	public boolean allAnswered() {
		return this.calls.isEmpty();
	}

	private @Nullable Reply ask(Unanswered next) {
		if (this.nanoTime.getAsLong() - next.since() > REMEMBERED) {
			return null;
		}
		try {
			return this.scripts.send(next.call());
		}
		catch (RuntimeException ex) {
			if (ErrorReply.isIn(ex)) {
				// it has done nothing, and what is done next meets the same trouble
				return null;
			}
			throw ex;
		}
	}

	/** Notes what became of a run. */
	public void note(String run, A answer) {
		this.answers.put(run, answer);
	}

	/** What is known of a run, once. */
	public @Nullable A answer(String run) {
		return this.answers.isEmpty() ? null : this.answers.remove(run);
	}

	/**
	 * Ends runs, except those whose end is known. If that throws, what has been answered
	 * until then is known the next time.
	 * @param run what a run is called by
	 * @param part ends one or more of the first runs it gets, and is called at least once
	 */
	public <E> List<A> settle(List<E> ends, Function<E, String> run, Function<List<E>, List<A>> part) {
		Map<String, A> known = new LinkedHashMap<>();
		List<E> open = this.answers.isEmpty() ? ends : open(ends, run, known);
		List<A> settled = new ArrayList<>(open.size());
		try {
			do {
				settled.addAll(part.apply(open.subList(settled.size(), open.size())));
			}
			while (settled.size() < open.size());
		}
		catch (RuntimeException | Error ex) {
			this.answers.putAll(known);
			for (int i = 0; i < settled.size(); i++) {
				note(run.apply(open.get(i)), settled.get(i));
			}
			throw ex;
		}
		if (known.isEmpty()) {
			return settled;
		}
		Iterator<A> others = settled.iterator();
		List<A> all = new ArrayList<>(ends.size());
		for (E end : ends) {
			A answer = known.remove(run.apply(end));
			all.add((answer != null) ? answer : others.next());
		}
		return all;
	}

	private <E> List<E> open(List<E> ends, Function<E, String> run, Map<String, A> known) {
		List<E> open = new ArrayList<>(ends.size());
		for (E end : ends) {
			A answer = answer(run.apply(end));
			if (answer != null) {
				known.put(run.apply(end), answer);
			}
			else {
				open.add(end);
			}
		}
		return open;
	}

	/**
	 * A call without an answer.
	 *
	 * @param call the call
	 * @param later reads its reply
	 * @param since when it was sent first
	 */
	private record Unanswered(OnceCall call, Consumer<Reply> later, long since) {

	}

}
