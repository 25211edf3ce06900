package io.redisjobs.protocol.streams;

import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;

/** What this consumer held before it was restarted. */
final class OwnEntries {

	private static final int MOST_TAKEN = 200;

	private final StreamsBinding binding;

	private final StreamsScripts scripts;

	private final EntryReader entries;

	private final ReentrantLock lock = new ReentrantLock();

	private volatile boolean allTaken;

	private String after = EntryPage.START;

	OwnEntries(StreamsBinding binding, StreamsScripts scripts, EntryReader entries) {
		this.binding = binding;
		this.scripts = scripts;
		this.entries = entries;
		// a generated name has no earlier life
		this.allTaken = binding.settings().consumer() == null;
	}

	boolean allTaken() {
		return this.allTaken;
	}

	TakenEntries take(int max) {
		this.lock.lock();
		try {
			if (this.allTaken) {
				return TakenEntries.NONE;
			}
			Instant start = this.binding.clock().instant();
			EntryPage page = this.scripts.takeOwn(this.after, Math.min(max, MOST_TAKEN));
			if (page.isPaused()) {
				return TakenEntries.PAUSED;
			}
			this.after = page.next();
			this.allTaken = page.isLast();
			return new TakenEntries(false, this.entries.jobs(page.entries(), start));
		}
		finally {
			this.lock.unlock();
		}
	}

}
