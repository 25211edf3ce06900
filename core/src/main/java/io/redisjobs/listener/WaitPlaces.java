package io.redisjobs.listener;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many containers of an application may wait for jobs on a thread and a connection of
 * their own. If there are more, idle queues are watched instead, all by one connection,
 * and the places are for those that jobs keep coming to.
 */
final class WaitPlaces {

	private final int places;

	private final Semaphore free;

	private final AtomicInteger containers = new AtomicInteger();

	WaitPlaces(int places) {
		this.places = places;
		this.free = new Semaphore(places);
	}

	/** Notes that a container runs. */
	void enter() {
		this.containers.incrementAndGet();
	}

	/** Notes that it does not run any more. */
	void leave() {
		this.containers.decrementAndGet();
	}

	/** Whether each container may wait for itself. */
	boolean areEnough() {
		return this.containers.get() <= this.places;
	}

	/** Takes a place, if one is free. */
	boolean take() {
		return this.free.tryAcquire();
	}

	/** Gives a place back. */
	void giveBack() {
		this.free.release();
	}

}
