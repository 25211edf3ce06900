package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.KeyWatch;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.StreamReads;
import io.redisjobs.redis.WaitingConnection;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.stream.ByteRecord;
import org.springframework.data.redis.connection.stream.Consumer;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamReadOptions;

/**
 * Reads new entries by a plain command, which costs less than a script and can wait for
 * them.
 */
final class NewEntries implements AutoCloseable {

	/** What other workers release is not announced, so a look now and then is needed. */
	private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

	private static final byte[] PAYLOAD = Bytes.of("payload");

	private final StreamsBinding binding;

	private final StreamsScripts scripts;

	private final StreamsExchanger exchanger;

	private final EntryReader entries;

	private final EntrySizes sizes;

	private final Deliveries deliveries;

	private final WaitingConnection waiting;

	private final KeyWatch watch;

	private volatile @Nullable Boolean plainReads;

	NewEntries(StreamsBinding binding, StreamsScripts scripts, StreamsExchanger exchanger, EntryReader entries,
			EntrySizes sizes, Deliveries deliveries) {
		this.binding = binding;
		this.scripts = scripts;
		this.exchanger = exchanger;
		this.entries = entries;
		this.sizes = sizes;
		this.deliveries = deliveries;
		this.watch = new KeyWatch(scripts.connections(), binding.keys().announcing());
		this.waiting = new WaitingConnection(scripts.connections(), binding.keys().stream(), binding.consumer());
	}

	/**
	 * Whether so many are read here instead of by the script, which watches their size.
	 */
	boolean areReadApart(int max, boolean waiting) {
		return (waiting || hasPlainReads()) && this.sizes.haveRoom(max);
	}

	private boolean hasPlainReads() {
		Boolean known = this.plainReads;
		if (known == null) {
			known = StreamReads.supported(this.scripts.connections());
			this.plainReads = known;
		}
		return known;
	}

	/** Reads up to so many. */
	List<StreamsJob> read(int max) {
		return orByScript(max, () -> this.deliveries.read(() -> known(() -> readPlainly(max))));
	}

	private List<StreamsJob> readPlainly(int max) {
		Instant leaseEnd = leaseEnd();
		Reply read = StreamReads.readNew(this.scripts.connections(), this.binding.keys().stream(),
				this.binding.groupBytes(), this.binding.consumerBytes(), max);
		List<StreamsJob> jobs = new ArrayList<>(read.size());
		for (int i = 0; i < read.size(); i++) {
			Reply entry = read.nested(i);
			jobs.add(this.entries.job(entry.text(0), payload(entry.nested(1)), leaseEnd));
		}
		return jobs;
	}

	private static byte @Nullable [] payload(Reply fields) {
		for (int i = 0; i < fields.size(); i += 2) {
			if (Arrays.equals(fields.bytes(i), PAYLOAD)) {
				return fields.bytes(i + 1);
			}
		}
		return null;
	}

	/**
	 * Waits for entries and reads up to so many.
	 * @param nextDue in how many milliseconds an entry is due again, negative if none is
	 */
	List<StreamsJob> await(int max, Duration maxWait, long nextDue) {
		Duration longest = (nextDue < 0) ? LONGEST_WAIT
				: shortest(LONGEST_WAIT, Duration.ofMillis(Math.max(1, nextDue)));
		Duration wait = shortest(maxWait, longest);
		return orByScript(max, () -> {
			List<StreamsJob> read = this.deliveries
				.await(() -> this.waiting.await((connection) -> known(() -> read(connection, max, wait))));
			return (read != null) ? read : List.of();
		});
	}

	private static Duration shortest(Duration left, Duration right) {
		return (left.compareTo(right) < 0) ? left : right;
	}

	@SuppressWarnings("unchecked")
	private List<StreamsJob> read(RedisConnection connection, int max, Duration wait) {
		List<ByteRecord> records = connection.streamCommands()
			.xReadGroup(Consumer.from(this.binding.group(), this.binding.consumer()),
					StreamReadOptions.empty().count(this.sizes.withRoom(max)).block(wait),
					StreamOffset.create(this.binding.keys().stream(), ReadOffset.lastConsumed()));
		Instant leaseEnd = leaseEnd();
		List<StreamsJob> jobs = new ArrayList<>();
		if (records != null) {
			records.forEach((entry) -> jobs.add(this.entries.job(entry.getId().getValue(), payload(entry), leaseEnd)));
		}
		return jobs;
	}

	private static byte @Nullable [] payload(ByteRecord entry) {
		for (Map.Entry<byte[], byte[]> field : entry.getValue().entrySet()) {
			if (Arrays.equals(field.getKey(), PAYLOAD)) {
				return field.getValue();
			}
		}
		return null;
	}

	private Instant leaseEnd() {
		return this.binding.clock().instant().plus(this.binding.lease());
	}

	private List<StreamsJob> known(Supplier<List<StreamsJob>> read) {
		try {
			List<StreamsJob> jobs = read.get();
			this.deliveries.know(jobs);
			return jobs;
		}
		catch (RuntimeException | Error ex) {
			this.deliveries.failed(ex);
			throw ex;
		}
	}

	private List<StreamsJob> orByScript(int max, Supplier<List<StreamsJob>> read) {
		try {
			return read.get();
		}
		catch (RuntimeException ex) {
			if (!isGroupGone(ex)) {
				throw ex;
			}
			// the script creates the group
			return this.exchanger.take(max);
		}
	}

	// nobody has read the stream yet, or it was deleted during the wait
	private static boolean isGroupGone(Throwable error) {
		for (Throwable cause = error; cause != null; cause = cause.getCause()) {
			String message = cause.getMessage();
			if (message != null && (message.contains("NOGROUP") || message.contains("UNBLOCKED"))) {
				return true;
			}
		}
		return false;
	}

	/** See {@link io.redisjobs.protocol.JobQueue#watch}. */
	Duration watch(Runnable changed) {
		Duration watched = this.watch.begin(changed);
		if (!watched.isZero()) {
			this.waiting.disconnect();
		}
		return watched;
	}

	void wakeUp() {
		this.watch.wakeUp();
		this.waiting.wakeUp();
	}

	void disconnect() {
		this.watch.close();
		this.waiting.disconnect();
	}

	@Override
	public void close() {
		this.watch.close();
		this.waiting.close();
	}

}
