package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.StreamReads;
import io.redisjobs.redis.UnansweredCalls;
import io.redisjobs.redis.WaitingConnection;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.stream.ByteRecord;
import org.springframework.data.redis.connection.stream.Consumer;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamReadOptions;

/**
 * Takes entries: its own of an earlier life first, then those due again, then new ones.
 */
final class StreamsReader implements AutoCloseable {

	/** What other workers return is not announced, so a look now and then is needed. */
	private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

	private static final Duration PAUSE_CHECK = Duration.ofSeconds(1);

	private static final byte[] PAYLOAD = Bytes.of("payload");

	private static final int MOST_OWN_ENTRIES = 200;

	private final StreamBinding binding;

	private final StreamsScripts scripts;

	private final RedisConnectionFactory connections;

	private final WaitingConnection waiting;

	private final EntrySizes sizes;

	private final UnansweredCalls<Settlement, StreamsJob> unanswered;

	private final Deliveries deliveries;

	private final LostEntries lostEntries;

	private final ReentrantLock ownLock = new ReentrantLock();

	private volatile boolean ownTaken;

	private volatile boolean used;

	private volatile @Nullable Boolean direct;

	private String ownCursor = "-";

	StreamsReader(StreamBinding binding, StreamsScripts scripts, RedisConnectionFactory connections, EntrySizes sizes,
			UnansweredCalls<Settlement, StreamsJob> unanswered, Deliveries deliveries) {
		this.deliveries = deliveries;
		this.lostEntries = new LostEntries(binding, scripts, deliveries, unanswered);
		this.unanswered = unanswered;
		this.binding = binding;
		this.scripts = scripts;
		this.sizes = sizes;
		this.connections = connections;
		this.waiting = new WaitingConnection(connections, binding.keys().stream(), binding.consumer());
		// a generated name has no earlier life
		this.ownTaken = binding.settings().consumer() == null;
	}

	Reservation reserve(StreamsSettler settler, int max, Duration maxWait) {
		if (max < 1) {
			return Reservation.empty();
		}
		this.used = true;
		if (!this.ownTaken) {
			Reservation own = takeOwn(max);
			if (own.kind() != Reservation.Kind.EMPTY) {
				return own;
			}
		}
		Instant start = this.binding.clock().instant();
		List<StreamsJob> lost = jobs(this.lostEntries.take(max), start);
		if (!lost.isEmpty()) {
			return admit(lost);
		}
		boolean waits = !maxWait.isZero();
		boolean apart = waits ? this.sizes.haveRoom(max) : readsApart(max);
		Reply reply = settler.completeAndTake(List.of(), max, apart);
		// what is new is read by the wait
		Reservation taken = taken(settler, reply, start, (apart && !waits) ? max : 0);
		if (taken.kind() != Reservation.Kind.EMPTY || reply.nested(3).size() > 0 || !waits) {
			return taken;
		}
		Duration wait = shortest(maxWait, LONGEST_WAIT);
		long nextDue = reply.number(1);
		if (nextDue >= 0) {
			wait = shortest(wait, Duration.ofMillis(Math.max(1, nextDue)));
		}
		return await(settler, max, wait);
	}

	/**
	 * Whether so many new entries are read by a command of their own instead of by the
	 * script, which watches their size.
	 */
	boolean readsApart(int max) {
		return canReadApart() && this.sizes.haveRoom(max);
	}

	private boolean canReadApart() {
		Boolean direct = this.direct;
		if (direct == null) {
			direct = StreamReads.supported(this.connections);
			this.direct = direct;
		}
		return direct;
	}

	/** Whether anything was ever asked for. */
	boolean used() {
		return this.used;
	}

	/** Whether what this consumer was given before is in hand. */
	boolean ready() {
		return this.ownTaken && this.deliveries.complete();
	}

	private static Duration shortest(Duration left, Duration right) {
		return (left.compareTo(right) < 0) ? left : right;
	}

	private Reservation takeOwn(int max) {
		this.ownLock.lock();
		try {
			if (this.ownTaken) {
				return Reservation.empty();
			}
			Instant start = this.binding.clock().instant();
			Reply reply = this.scripts.run("takeOwn",
					List.of(this.binding.keys().stream(), this.binding.keys().paused()),
					List.of(this.binding.groupBytes(), this.binding.consumerBytes(), Bytes.of(this.ownCursor),
							Bytes.of(Math.min(max, MOST_OWN_ENTRIES))));
			if ("paused".equals(reply.text(0))) {
				return Reservation.paused(PAUSE_CHECK);
			}
			this.ownCursor = reply.text(1);
			this.ownTaken = "end".equals(reply.text(0));
			return admit(jobs(reply.nested(2), start));
		}
		finally {
			this.ownLock.unlock();
		}
	}

	/**
	 * The jobs in the reply of the script that takes, and new ones if it left them to us.
	 * @param max the most jobs that were asked for, 0 if the script had new ones to take
	 */
	Reservation taken(StreamsSettler settler, Reply reply, Instant start, int max) {
		if ("paused".equals(reply.text(0))) {
			return Reservation.paused(PAUSE_CHECK);
		}
		List<StreamsJob> jobs = jobs(reply.nested(3), start);
		if (jobs.size() < max) {
			try {
				jobs.addAll(readNew(settler, max - jobs.size()));
			}
			catch (RuntimeException ex) {
				// what the script has taken is ours already; the next call shows the
				// trouble
				if (jobs.isEmpty()) {
					throw ex;
				}
			}
		}
		return admit(jobs);
	}

	private List<StreamsJob> readNew(StreamsSettler settler, int max) {
		Instant start = this.binding.clock().instant();
		Instant leaseEnd = start.plus(this.binding.lease());
		try {
			return this.deliveries.read(() -> known(() -> {
				Reply entries = StreamReads.readNew(this.connections, this.binding.keys().stream(),
						this.binding.groupBytes(), this.binding.consumerBytes(), max);
				List<StreamsJob> jobs = new ArrayList<>(entries.size());
				for (int i = 0; i < entries.size(); i++) {
					Reply entry = entries.nested(i);
					jobs.add(job(entry.text(0), 1, payload(entry.nested(1)), leaseEnd));
				}
				return jobs;
			}));
		}
		catch (RuntimeException ex) {
			if (!isGroupGone(ex)) {
				throw ex;
			}
			// the script creates the group
			return jobs(settler.completeAndTake(List.of(), max, false).nested(3), start);
		}
	}

	private List<StreamsJob> known(Supplier<List<StreamsJob>> read) {
		try {
			List<StreamsJob> jobs = read.get();
			this.deliveries.know(jobs);
			return jobs;
		}
		catch (RuntimeException ex) {
			this.deliveries.failed(ex);
			throw ex;
		}
	}

	private static byte @Nullable [] payload(Reply fields) {
		for (int i = 0; i < fields.size(); i += 2) {
			if (Arrays.equals(fields.bytes(i), PAYLOAD)) {
				return fields.bytes(i + 1);
			}
		}
		return null;
	}

	List<StreamsJob> jobs(Reply flat, Instant start) {
		Instant leaseEnd = start.plus(this.binding.lease());
		List<StreamsJob> jobs = new ArrayList<>(flat.size() / 3);
		for (int i = 0; i < flat.size(); i += 3) {
			jobs.add(job(flat.text(i), (int) flat.number(i + 1), flat.bytesOrNull(i + 2), leaseEnd));
		}
		return jobs;
	}

	private StreamsJob job(String entryId, int deliveries, byte @Nullable [] payload, Instant leaseEnd) {
		Envelope envelope = EnvelopeReader.read(payload);
		int attempts = this.binding.settings().attempts();
		String objection = envelope.problem();
		if (objection == null && deliveries > attempts) {
			objection = "Its workers ended without a word in all of " + attempts + " attempts";
		}
		if (objection == null && this.binding.settings().router() && envelope.jobId() == null) {
			objection = "The envelope has no job_id";
		}
		return new StreamsJob(entryId, deliveries, envelope, this.binding.consumer(), attempts, leaseEnd, objection);
	}

	/** Lets jobs run that are this worker's, unless their ids have run already. */
	Reservation admit(List<StreamsJob> jobs) {
		this.sizes.seen(jobs);
		// what is known of an earlier run is not this one's
		jobs.forEach((job) -> this.unanswered.answer(job.token()));
		if (jobs.isEmpty() || !this.binding.settings().oncePerJobId()) {
			return Reservation.of(jobs);
		}
		Reply words = beginOnce(jobs);
		List<StreamsJob> admitted = new ArrayList<>(jobs.size());
		for (int i = 0; i < jobs.size(); i++) {
			StreamsJob job = jobs.get(i);
			switch (words.text(i)) {
				case "run" -> admitted.add(job);
				case "interrupted" ->
					admitted.add((job.objection() != null) ? job : job.refusedBecause("An earlier run of job "
							+ job.id() + " was interrupted; whether it had its effect is unknown"));
				default -> {
					// acknowledged by the script: the job id has run or is running
				}
			}
		}
		return Reservation.of(admitted);
	}

	private Reply beginOnce(List<StreamsJob> jobs) {
		List<byte[]> args = new ArrayList<>(jobs.size() * 3 + 2);
		args.add(this.binding.groupBytes());
		args.add(Bytes.of(this.binding.retention().toMillis()));
		for (StreamsJob job : jobs) {
			args.add(Bytes.of(job.entryId()));
			args.add(Bytes.of(job.token()));
			args.add(this.binding.marker(job));
		}
		try {
			return this.scripts.run("beginOnce", List.of(this.binding.keys().stream()), args);
		}
		catch (RuntimeException ex) {
			// they may have begun, and are asked for again
			this.unanswered.found(jobs);
			throw ex;
		}
	}

	private Reservation await(StreamsSettler settler, int max, Duration wait) {
		List<StreamsJob> jobs;
		try {
			List<StreamsJob> read = this.deliveries
				.await(() -> this.waiting.await((connection) -> known(() -> read(connection, max, wait))));
			jobs = (read != null) ? read : List.of();
		}
		catch (RuntimeException ex) {
			if (isGroupGone(ex)) {
				Instant start = this.binding.clock().instant();
				return admit(jobs(settler.completeAndTake(List.of(), max, false).nested(3), start));
			}
			throw ex;
		}
		if (!jobs.isEmpty() && returnsIfPaused(settler, jobs)) {
			return Reservation.paused(PAUSE_CHECK);
		}
		return admit(jobs);
	}

	private boolean returnsIfPaused(StreamsSettler settler, List<StreamsJob> jobs) {
		try {
			boolean paused = isPaused();
			if (paused) {
				settler.giveBack(jobs);
			}
			return paused;
		}
		catch (RuntimeException ex) {
			this.unanswered.found(jobs);
			throw ex;
		}
	}

	@SuppressWarnings("unchecked")
	private List<StreamsJob> read(RedisConnection connection, int max, Duration wait) {
		List<ByteRecord> records = connection.streamCommands()
			.xReadGroup(Consumer.from(this.binding.group(), this.binding.consumer()),
					StreamReadOptions.empty().count(this.sizes.withRoom(max)).block(wait),
					StreamOffset.create(this.binding.keys().stream(), ReadOffset.lastConsumed()));
		Instant leaseEnd = this.binding.clock().instant().plus(this.binding.lease());
		List<StreamsJob> jobs = new ArrayList<>();
		if (records != null) {
			records.forEach((entry) -> jobs.add(job(entry.getId().getValue(), 1, payload(entry), leaseEnd)));
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

	private boolean isPaused() {
		try (RedisConnection connection = this.connections.getConnection()) {
			return Boolean.TRUE.equals(connection.keyCommands().exists(this.binding.keys().paused()));
		}
	}

	void wakeUp() {
		this.waiting.wakeUp();
	}

	void disconnect() {
		this.waiting.disconnect();
	}

	@Override
	public void close() {
		this.waiting.close();
	}

}
