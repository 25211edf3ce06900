package io.redisjobs.listener;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * What a loop does while there are no jobs: it waits for them, or has its queue watched
 * and lets its threads end until there is a reason to look again.
 */
final class Idling {

	/** How soon a container is looked after whose queue is not watched any more. */
	static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

	private final IdleWait wait;

	private final NextStep nextStep;

	private final LoopThreads threads;

	private final LoopLock lock;

	private final Consumer<Duration> checkWithin;

	/**
	 * Creates it.
	 * @param wait how to wait
	 * @param nextStep told whether threads have to wait
	 * @param threads woken when there is a reason
	 * @param lock the loop's lock
	 * @param checkWithin sees to it that the loop is checked within a time
	 */
	Idling(IdleWait wait, NextStep nextStep, LoopThreads threads, LoopLock lock, Consumer<Duration> checkWithin) {
		this.wait = wait;
		this.nextStep = nextStep;
		this.threads = threads;
		this.lock = lock;
		this.checkWithin = checkWithin;
	}

	/**
	 * Waits for jobs, or begins to watch their queue.
	 * @param call takes jobs, and waits for them so long
	 */
	CallResult await(Function<Duration, CallResult> call) {
		Duration longest = this.wait.begin(this::changed);
		try {
			return call.apply(longest);
		}
		finally {
			this.wait.end();
		}
	}

	/** Parks, if the queue is watched and the call has taken nothing. */
	void park(CallResult result) {
		Duration longest = result.pause().isZero() ? this.wait.leaveAlone(result.reservation()) : Duration.ZERO;
		if (!longest.isZero() && this.nextStep.isTaking()) {
			if (!result.reservation().rest().isZero()) {
				this.nextStep.endRest();
			}
			this.nextStep.parking().park(longest);
			this.checkWithin.accept(this.nextStep.parking().left());
			this.threads.wakeAll();
		}
	}

	/** Notes that jobs have come. */
	void arrived() {
		this.wait.arrived();
		this.nextStep.parking().arrived();
	}

	private void changed() {
		Duration delay = this.lock.get(() -> {
			Duration wait = this.nextStep.parking().changed();
			if (wait.isZero()) {
				endParking();
			}
			return wait;
		});
		if (!delay.isZero()) {
			this.checkWithin.accept(delay);
		}
	}

	/** Ends the parking if it has lasted long enough. */
	void endWhenDue() {
		if (this.nextStep.parking().left().isZero()) {
			endParking();
		}
	}

	/** Ends the parking, so that a thread looks at the queue. */
	void endParking() {
		if (this.nextStep.parking().isParked()) {
			this.nextStep.parking().end();
			this.threads.expect();
			wakeIfSomethingIsLeft();
			this.checkWithin.accept(CHECK_INTERVAL);
		}
	}

	/** Wakes a thread if there is anything for it to do. */
	void wakeIfSomethingIsLeft() {
		if (this.nextStep.isSomethingLeft()) {
			this.threads.wakeOne();
		}
	}

	/**
	 * How often the queue may have changed, if it is watched, so that no thread waits for
	 * jobs; otherwise nobody knows.
	 */
	@Nullable Long changes() {
		return this.lock.get(this.nextStep.parking()::changes);
	}

	/** How long a queue that is watched may still be left alone. */
	Duration parkedFor() {
		return this.lock.get(this.nextStep.parking()::left);
	}

}
