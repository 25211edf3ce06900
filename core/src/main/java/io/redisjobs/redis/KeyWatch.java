package io.redisjobs.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisNode;

/**
 * Tells when one of a few keys is changed, by whomever. All watches of an application
 * share a connection or two, so that many queues can be waited for at the price of one.
 */
public final class KeyWatch implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(KeyWatch.class);

	/** However sure it is that changes are told, somebody looks that often. */
	private static final Duration TRUSTED = Duration.ofMinutes(1);

	/** A driver's first connection takes its time. */
	private static final Duration OPENING_LIMIT = Duration.ofSeconds(5);

	private final RedisConnectionFactory shared;

	private final List<byte[]> keys;

	private final AtomicReference<@Nullable Runnable> changed = new AtomicReference<>();

	private volatile @Nullable KeyTracker tracker;

	private volatile @Nullable CompletableFuture<Boolean> asking;

	private volatile @Nullable CompletableFuture<@Nullable RedisNode> nodeAsked;

	private volatile boolean wanted;

	/**
	 * Creates the watch without beginning it.
	 * @param shared the application's connections, whose settings are taken over
	 * @param keys the keys, on a cluster of one slot; they need not exist
	 */
	public KeyWatch(RedisConnectionFactory shared, List<byte[]> keys) {
		this.shared = shared;
		this.keys = List.copyOf(keys);
	}

	/**
	 * Begins to watch. Whoever looks at the keys afterwards, and finds nothing, misses
	 * nothing that comes later.
	 * @param changed called once, soon after a change and also when it is not known
	 * whether there was one; must not block
	 * @return how long to rely on that, zero if Redis does not let us watch or is away
	 */
	public Duration begin(Runnable changed) {
		this.changed.set(changed);
		this.wanted = true;
		try {
			CompletableFuture<Boolean> asking = node().thenCompose(this::track);
			this.asking = asking;
			if (TimeLimit.await(isOpen() ? KeyTracker.ANSWER_LIMIT : OPENING_LIMIT, asking)) {
				return trusted();
			}
		}
		catch (CancellationException ex) {
			logger.debug("Nobody is interested any more in what Redis tells of changes");
		}
		catch (QueryTimeoutException ex) {
			logger.debug("Redis does not answer whether it tells of changes", ex);
			KeyTracker current = this.tracker;
			if (current != null) {
				current.lost();
			}
		}
		catch (RuntimeException ex) {
			logger.debug("Redis cannot be asked to tell of changes", ex);
		}
		cancel();
		this.changed.set(null);
		return Duration.ZERO;
	}

	// while nodes do not answer, they are not asked again
	private CompletableFuture<@Nullable RedisNode> node() {
		if (!Topology.isCluster(this.shared)) {
			return CompletableFuture.completedFuture(null);
		}
		CompletableFuture<@Nullable RedisNode> asked = this.nodeAsked;
		if (asked == null || asked.isDone()) {
			asked = TimeLimit.start(() -> DedicatedConnections.node(this.shared, this.keys.get(0)));
			this.nodeAsked = asked;
		}
		return asked;
	}

	// of many queues, not all are to be looked at in the same moment
	private static Duration trusted() {
		return TRUSTED.minusMillis(ThreadLocalRandom.current().nextLong(TRUSTED.toMillis() / 2));
	}

	private boolean isOpen() {
		KeyTracker current = this.tracker;
		return current != null && current.isOpen();
	}

	private CompletableFuture<Boolean> track(@Nullable RedisNode node) {
		KeyTracker tracker = enter(node);
		return (tracker != null) ? tracker.track(this) : CompletableFuture.completedFuture(false);
	}

	// not if it was closed while the node was asked for
	private synchronized @Nullable KeyTracker enter(@Nullable RedisNode node) {
		if (!this.wanted) {
			return null;
		}
		KeyTracker tracker = KeyTracker.of(this.shared, node, this);
		KeyTracker before = this.tracker;
		this.tracker = tracker;
		if (before != null && before != tracker) {
			before.leave(this);
		}
		return tracker;
	}

	/** Ends a beginning that is under way. */
	public void wakeUp() {
		cancel();
	}

	private void cancel() {
		CompletableFuture<Boolean> asking = this.asking;
		if (asking != null) {
			asking.cancel(false);
		}
	}

	List<byte[]> keys() {
		return this.keys;
	}

	/** Calls back, if that has not been done yet. */
	void tell() {
		Runnable waiting = this.changed.getAndSet(null);
		if (waiting != null) {
			waiting.run();
		}
	}

	/** Ends the watch; another may begin. */
	@Override
	public synchronized void close() {
		this.wanted = false;
		this.changed.set(null);
		KeyTracker current = this.tracker;
		this.tracker = null;
		if (current != null) {
			current.leave(this);
		}
	}

}
