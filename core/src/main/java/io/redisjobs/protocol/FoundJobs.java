package io.redisjobs.protocol;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Jobs that are this worker's and that nobody has got yet: those of a call whose answer
 * came late, for example. They wait for the next take, which hands them out before it
 * takes others.
 *
 * @param <J> a job that was taken
 */
public final class FoundJobs<J extends ReservedJob> {

	private final Queue<J> jobs = new ConcurrentLinkedQueue<>();

	private final Function<List<J>, List<Settlement>> extend;

	private final BiFunction<J, Instant, J> extendedTo;

	/**
	 * Keeps none yet.
	 * @param extend extends leases, as {@link JobQueue#extend} does
	 * @param extendedTo a job with another end of its lease
	 */
	public FoundJobs(Function<List<J>, List<Settlement>> extend, BiFunction<J, Instant, J> extendedTo) {
		this.extend = extend;
		this.extendedTo = extendedTo;
	}

	/** Keeps jobs for the next take. */
	public void keep(Collection<? extends J> found) {
		this.jobs.addAll(found);
	}

	/**
	 * Hands out those that are still this worker's, once, each with its whole lease. If
	 * that cannot be told, it throws and they are kept.
	 * @return a list of the caller's own
	 */
	public List<J> take() {
		List<J> found = new ArrayList<>();
		for (J job = this.jobs.poll(); job != null; job = this.jobs.poll()) {
			found.add(job);
		}
		return found.isEmpty() ? found : ours(found);
	}

	private List<J> ours(List<J> found) {
		List<Settlement> extended;
		try {
			extended = this.extend.apply(found);
		}
		catch (RuntimeException | Error ex) {
			keep(found);
			throw ex;
		}
		List<J> ours = new ArrayList<>(found.size());
		for (int i = 0; i < found.size(); i++) {
			Instant leaseEnd = extended.get(i).at();
			if (leaseEnd != null) {
				ours.add(this.extendedTo.apply(found.get(i), leaseEnd));
			}
		}
		return ours;
	}

}
