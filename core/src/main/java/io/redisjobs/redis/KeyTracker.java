package io.redisjobs.redis;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisNode;

/**
 * Asks one server to tell of changes to keys ({@code CLIENT TRACKING}), for all watches
 * of an application. Where it is not known any more what has changed, every watch is
 * told.
 */
final class KeyTracker {

	/** How long a server that may hang has to answer. */
	static final Duration ANSWER_LIMIT = Duration.ofSeconds(1);

	private static final Log logger = LogFactory.getLog(KeyTracker.class);

	private static final Duration CHECK_INTERVAL = Duration.ofSeconds(2);

	/** When a server that refuses is asked again. */
	private static final Duration AFTER_REFUSAL = Duration.ofMinutes(1);

	private static final Map<Target, KeyTracker> IN_USE = new HashMap<>();

	private final Target target;

	private final DedicatedConnections connections;

	private final Map<ByteBuffer, Set<KeyWatch>> watches = new ConcurrentHashMap<>();

	// guarded by IN_USE
	private final Set<KeyWatch> users = new HashSet<>();

	private final Queue<Question> questions = new ConcurrentLinkedQueue<>();

	/** Whether a thread asks. */
	private final AtomicBoolean asking = new AtomicBoolean();

	/** Held while the connection is used. */
	private final ReentrantLock lock = new ReentrantLock();

	private volatile @Nullable Tracking tracking;

	private volatile @Nullable Long refusedAt;

	private KeyTracker(Target target) {
		this.target = target;
		this.connections = DedicatedConnections.toNode(target.shared(), target.node(), "redis-jobs-watch");
	}

	/**
	 * The tracker of an application's server, for one watch more.
	 * @param node the node that has the keys, on a cluster
	 */
	static KeyTracker of(RedisConnectionFactory shared, @Nullable RedisNode node, KeyWatch user) {
		Target target = new Target(shared, node);
		synchronized (IN_USE) {
			KeyTracker tracker = IN_USE.computeIfAbsent(target, KeyTracker::new);
			tracker.users.add(user);
			user.keys()
				.forEach((key) -> tracker.watches
					.computeIfAbsent(ByteBuffer.wrap(key), (any) -> ConcurrentHashMap.newKeySet())
					.add(user));
			return tracker;
		}
	}

	/** Ends the use by a watch; the last one closes the connections. */
	void leave(KeyWatch user) {
		synchronized (IN_USE) {
			this.users.remove(user);
			for (byte[] key : user.keys()) {
				this.watches.computeIfPresent(ByteBuffer.wrap(key), (any, others) -> {
					others.remove(user);
					return others.isEmpty() ? null : others;
				});
			}
			if (!this.users.isEmpty()) {
				return;
			}
			IN_USE.remove(this.target, this);
		}
		Tracking current = this.tracking;
		this.tracking = null;
		if (current != null) {
			current.end();
		}
	}

	/**
	 * Asks to be told of the next change to a watch's keys; answers whether it will be.
	 * One thread asks for all that want it meanwhile, so that neither a server that is
	 * far away nor one that hangs makes them wait for each other.
	 */
	CompletableFuture<Boolean> track(KeyWatch watch) {
		Question question = new Question(watch.keys(), new CompletableFuture<>());
		Long refused = this.refusedAt;
		if (refused != null && System.nanoTime() - refused < AFTER_REFUSAL.toNanos()) {
			question.answer().complete(false);
			return question.answer();
		}
		this.questions.add(question);
		if (this.asking.compareAndSet(false, true)) {
			askApart(question);
		}
		return question.answer();
	}

	private void askApart(Question first) {
		try {
			TimeLimit.start(() -> {
				askAll();
				return true;
			});
		}
		catch (Throwable ex) {
			this.asking.set(false);
			first.answer().completeExceptionally(ex);
		}
	}

	private void askAll() {
		do {
			try {
				for (List<Question> next = next(); !next.isEmpty(); next = next()) {
					ask(next);
				}
			}
			finally {
				this.asking.set(false);
			}
			// one may have come that saw somebody asking
		}
		while (!this.questions.isEmpty() && this.asking.compareAndSet(false, true));
	}

	private List<Question> next() {
		List<Question> next = new ArrayList<>();
		for (Question one = this.questions.poll(); one != null; one = this.questions.poll()) {
			// those that are not waited for any more are done
			if (!one.answer().isDone()) {
				next.add(one);
			}
		}
		return next;
	}

	private void ask(List<Question> questions) {
		this.lock.lock();
		Tracking current = this.tracking;
		try {
			if (current == null) {
				current = open();
			}
			current.invalidations().track(questions.stream().map(Question::keys).toList());
			boolean told = current == this.tracking;
			questions.forEach((question) -> question.answer().complete(told));
		}
		catch (Throwable ex) {
			failed(questions, current, ex);
		}
		finally {
			this.lock.unlock();
		}
	}

	private void failed(List<Question> questions, @Nullable Tracking asked, Throwable error) {
		boolean answered = ErrorReply.isIn(error);
		if (answered && asked != null && questions.size() > 1) {
			// what one may not ask for, others may
			questions.forEach((question) -> ask(List.of(question)));
			return;
		}
		if (!answered && asked != null) {
			asked.lost();
		}
		questions.forEach((question) -> question.answer().completeExceptionally(error));
	}

	private Tracking open() {
		Tracking opened = new Tracking();
		opened.open();
		this.refusedAt = null;
		this.tracking = opened;
		synchronized (IN_USE) {
			if (!this.users.isEmpty()) {
				return opened;
			}
		}
		opened.end();
		throw new IllegalStateException("Nobody watches any more");
	}

	private void refused(String reason) {
		if (this.refusedAt == null) {
			logger.info("Redis does not tell of changes to keys, so that each queue waits on a connection and a "
					+ "thread of its own: " + reason);
		}
		this.refusedAt = System.nanoTime();
	}

	/** Whether the connections are open, so that an answer does not take long. */
	boolean isOpen() {
		return this.tracking != null;
	}

	/** Gives up what is open, because it does not answer or has ended. */
	void lost() {
		Tracking current = this.tracking;
		if (current != null) {
			current.lost();
		}
	}

	private void tellAll() {
		this.watches.values().forEach((watching) -> watching.forEach(KeyWatch::tell));
	}

	/** What is open from one loss to the next. */
	private final class Tracking implements Invalidations.Listener {

		private volatile @Nullable Invalidations invalidations;

		private volatile boolean ended;

		void open() {
			DedicatedConnection connection = KeyTracker.this.connections.open();
			try {
				this.invalidations = invalidations(connection);
			}
			catch (UnsupportedOperationException ex) {
				refused(String.valueOf(ex.getMessage()));
				connection.close();
				throw ex;
			}
			catch (RuntimeException | Error ex) {
				if (ErrorReply.isIn(ex)) {
					refused(ErrorReply.text(ex) + ". Let the user of the connection run CLIENT TRACKING and subscribe "
							+ "to __redis__:invalidate to have idle queues share them.");
				}
				connection.close();
				throw ex;
			}
			Thread thread = new Thread(this::check, "redis-jobs-watch-check");
			thread.setDaemon(true);
			thread.start();
		}

		private Invalidations invalidations(DedicatedConnection connection) {
			if (Connections.JEDIS_PRESENT && JedisInvalidations.handles(connection.redis())) {
				return JedisInvalidations.open(connection, this);
			}
			if (ClientCommands.LETTUCE_PRESENT && LettuceInvalidations.handles(connection.redis())) {
				return LettuceInvalidations.open(connection, this);
			}
			throw new UnsupportedOperationException("The connections are neither of Jedis nor of Lettuce.");
		}

		Invalidations invalidations() {
			Invalidations open = this.invalidations;
			if (open == null) {
				throw new IllegalStateException("Not open");
			}
			return open;
		}

		// a server that is gone without a word would never be noticed
		private void check() {
			while (!this.ended) {
				LockSupport.parkNanos(CHECK_INTERVAL.toNanos());
				// whoever holds the lock asks the server himself
				if (!this.ended && KeyTracker.this.lock.tryLock()) {
					try {
						invalidations().check();
					}
					catch (RuntimeException ex) {
						logger.debug("The server that tells of changes is gone", ex);
						lost();
					}
					finally {
						KeyTracker.this.lock.unlock();
					}
				}
			}
		}

		@Override
		public void changed(byte[] key) {
			Set<KeyWatch> watching = KeyTracker.this.watches.get(ByteBuffer.wrap(key));
			if (watching != null) {
				watching.forEach(KeyWatch::tell);
			}
		}

		@Override
		public void allChanged() {
			tellAll();
		}

		@Override
		public void lost() {
			if (KeyTracker.this.tracking == this) {
				KeyTracker.this.tracking = null;
			}
			tellAll();
			// the driver may say so on the thread that it closes connections with
			TimeLimit.start(() -> {
				end();
				return true;
			});
		}

		void end() {
			this.ended = true;
			Invalidations open = this.invalidations;
			if (open != null) {
				open.close();
			}
		}

	}

	/**
	 * What is to be asked.
	 *
	 * @param keys the keys of a watch
	 * @param answer whether changes to them are told
	 */
	private record Question(List<byte[]> keys, CompletableFuture<Boolean> answer) {

	}

	/**
	 * The server.
	 *
	 * @param shared the application's connections
	 * @param node the node on a cluster
	 */
	private record Target(RedisConnectionFactory shared, @Nullable RedisNode node) {

	}

}
