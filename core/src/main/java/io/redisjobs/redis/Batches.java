package io.redisjobs.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Cuts long lists into the pieces that single calls take, so that no call holds Redis for
 * more than a few milliseconds.
 *
 * @param <T> what a call takes many of
 */
public final class Batches<T> {

	/** The most bytes of values that a call carries, apart from a single larger one. */
	public static final int MAX_BYTES = 1024 * 1024;

	private final int maxCount;

	private final ToLongFunction<T> bytes;

	private Batches(int maxCount, ToLongFunction<T> bytes) {
		this.maxCount = maxCount;
		this.bytes = bytes;
	}

	/**
	 * Batches of at most so many items, and {@value #MAX_BYTES} bytes.
	 * @param bytes the size of an item
	 */
	public static <T> Batches<T> of(int maxCount, ToLongFunction<T> bytes) {
		return new Batches<>(maxCount, bytes);
	}

	/** Batches of at most so many items, whose size does not matter. */
	public static <T> Batches<T> of(int maxCount) {
		return new Batches<>(maxCount, (item) -> 0);
	}

	/** All batches of a list, in order. */
	public List<List<T>> all(List<T> items) {
		List<List<T>> batches = new ArrayList<>();
		for (List<T> rest = items; !rest.isEmpty();) {
			List<T> batch = first(rest);
			batches.add(batch);
			rest = rest.subList(batch.size(), rest.size());
		}
		return batches;
	}

	/**
	 * The first batch of a list; of a list that is not empty it has at least one item.
	 */
	public List<T> first(List<T> items) {
		long sum = 0;
		int end = 0;
		while (end < items.size() && end < this.maxCount) {
			sum += this.bytes.applyAsLong(items.get(end));
			if (end > 0 && sum > MAX_BYTES) {
				break;
			}
			end++;
		}
		return items.subList(0, end);
	}

}
