package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.JobState;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.QueueSnapshot;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Rest;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.protocol.UnattendedRole;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.TimeLimit;
import io.redisjobs.redis.UnansweredCalls;

/** One stream and this application's consumer group on it. */
final class StreamsJobQueue implements JobQueue, StreamStatisticsRole, UnattendedRole, RouterRole {

	/** So that no call holds Redis for more than a few milliseconds. */
	private static final int BATCH = 500;

	private static final int BATCH_BYTES = 1 << 20;

	/** How long a server that may hang has to take the sign-off. */
	private static final Duration FAREWELL = Duration.ofSeconds(1);

	private static final Duration PASSES_REMEMBERED = Duration.ofMinutes(10);

	private static final int COUNTED_ONE_BY_ONE = 10_000;

	private final StreamBinding binding;

	private final StreamsScripts scripts;

	private final StreamsReader reader;

	private final StreamsSettler settler;

	private final StreamsUpkeep upkeep;

	private final ServerCheck serverCheck;

	private final UnansweredCalls<Settlement, StreamsJob> unanswered;

	private final Rest rest = new Rest();

	StreamsJobQueue(StreamBinding binding, StreamsScripts scripts, ServerCheck serverCheck) {
		this.binding = binding;
		this.scripts = scripts;
		this.serverCheck = serverCheck;
		this.unanswered = scripts.unanswered();
		EntrySizes sizes = new EntrySizes();
		Deliveries deliveries = new Deliveries(binding.lease());
		this.reader = new StreamsReader(binding, scripts, scripts.contract().runner().connections(), sizes,
				this.unanswered, deliveries);
		this.settler = new StreamsSettler(binding, scripts, sizes, this.unanswered, deliveries, this.reader::jobs);
		this.upkeep = new StreamsUpkeep(binding, scripts);
	}

	@Override
	public List<PublishResult> publish(List<NewJob> jobs) {
		List<String> ids = new ArrayList<>(jobs.size());
		List<byte[]> entries = new ArrayList<>(jobs.size());
		long now = this.binding.clock().millis();
		for (NewJob job : jobs) {
			String id = (job.options().id() != null) ? job.options().id() : UUID.randomUUID().toString();
			ids.add(id);
			entries.add(entry(id, job, now));
		}
		List<PublishResult> results = new ArrayList<>(jobs.size());
		for (int from = 0; from < entries.size();) {
			int to = batchEnd(entries, from, (entry) -> entry.length);
			StreamsKeys keys = this.binding.keys();
			this.scripts.runOnce("publish", keys, List.of(keys.stream()), entries.subList(from, to));
			ids.subList(from, to).forEach((id) -> results.add(PublishResult.added(id)));
			from = to;
		}
		return results;
	}

	private byte[] entry(String id, NewJob job, long now) {
		if (id.isEmpty()) {
			throw new JobRefusedException(this.binding.queue(), "a job id cannot be empty. Leave it out to get one.");
		}
		EnvelopeReader.problemOf(job.payload()).ifPresent((problem) -> {
			throw new JobRefusedException(this.binding.queue(), "the payload is no JSON: " + problem);
		});
		return EnvelopeWriter.newJob(id, type(job.options()), job.options(), job.payload(), now);
	}

	private String type(JobOptions options) {
		String type = (options.type() != null) ? options.type() : options.name();
		if (type == null) {
			return this.binding.queue().toUpperCase(Locale.ROOT).replace('-', '_');
		}
		if (type.isEmpty() || (options.name() != null && !options.name().equals(type))) {
			throw new JobRefusedException(this.binding.queue(), "on a stream a job's name is its type, but name '"
					+ options.name() + "' and type '" + type + "' were given. Give one of them.");
		}
		return type;
	}

	private static <T> int batchEnd(List<T> entries, int from, ToIntFunction<T> weight) {
		long bytes = 0;
		int to = from;
		while (to < entries.size() && to - from < BATCH) {
			bytes += weight.applyAsInt(entries.get(to));
			if (to > from && bytes > BATCH_BYTES) {
				break;
			}
			to++;
		}
		return to;
	}

	@Override
	public Reservation reserve(int max, Duration maxWait) {
		this.serverCheck.warnOnce(this.binding.keys().stream());
		this.unanswered.ask();
		List<StreamsJob> found = found();
		if (!found.isEmpty()) {
			return this.reader.admit(found);
		}
		Duration rest = this.rest.left();
		if (!rest.isZero()) {
			return Reservation.throttled(rest);
		}
		return this.reader.reserve(this.settler, max, maxWait);
	}

	@Override
	public boolean mayTakeAhead() {
		return !this.binding.settings().oncePerJobId() && this.binding.settings().attempts() > 1;
	}

	@Override
	public List<Settlement> extend(List<? extends ReservedJob> jobs) {
		List<Settlement> settlements = new ArrayList<>(jobs.size());
		for (int from = 0; from < jobs.size(); from += BATCH) {
			settlements.addAll(this.settler.extend(jobs.subList(from, Math.min(from + BATCH, jobs.size()))));
		}
		return settlements;
	}

	@Override
	public List<Settlement> complete(List<Completion> completions) {
		this.unanswered.ask();
		return finish(completions, 0).settlements();
	}

	@Override
	public Exchange exchange(List<Completion> completions, int max) {
		boolean resting = !this.rest.left().isZero();
		if (!this.reader.ready() || max < 1 || resting) {
			return Exchange.after(complete(completions), () -> reserve(max, Duration.ZERO));
		}
		this.unanswered.ask();
		List<StreamsJob> found = found();
		if (!found.isEmpty()) {
			// they are enough to go on with
			this.unanswered.found(found);
			return Exchange.after(complete(completions), () -> reserve(max, Duration.ZERO));
		}
		return finish(completions, max);
	}

	private Exchange finish(List<Completion> completions, int max) {
		if (completions.stream().anyMatch(this.settler::leadsNowhere)) {
			return finishOneByOne(completions, max);
		}
		boolean apart = this.reader.readsApart(max);
		List<Supplier<Reservation>> taking = new ArrayList<>(1);
		List<Settlement> settlements = this.unanswered.settle(completions, StreamsJobQueue::run, (open) -> {
			int to = batchEnd(open, 0, this.settler::weight);
			boolean last = to == open.size();
			Instant start = this.binding.clock().instant();
			Reply reply = this.settler.completeAndTake(open.subList(0, to), last ? max : 0, apart);
			if (last) {
				taking.add(() -> this.reader.taken(this.settler, reply, start, apart ? max : 0));
			}
			return StreamsSettler.settlements(to, reply);
		});
		return Exchange.after(settlements, () -> taking.get(0).get());
	}

	private Exchange finishOneByOne(List<Completion> completions, int max) {
		List<Settlement> settlements = this.unanswered.settle(completions, StreamsJobQueue::run,
				(open) -> open.isEmpty() ? List.of() : List.of(finishOne(open.get(0))));
		return Exchange.after(settlements, () -> (max > 0) ? reserve(max, Duration.ZERO) : Reservation.empty());
	}

	private Settlement finishOne(Completion completion) {
		if (this.settler.leadsNowhere(completion)) {
			return Settlement.refused("The router names no other queue: " + Bytes.text(completion.result()));
		}
		return StreamsSettler.settlements(1, this.settler.completeAndTake(List.of(completion), 0, true)).get(0);
	}

	private static String run(Completion completion) {
		return completion.job().token();
	}

	/** Jobs of replies that were lost, as far as they are still ours. */
	private List<StreamsJob> found() {
		List<StreamsJob> found = this.unanswered.found();
		List<StreamsJob> ours = new ArrayList<>(found.size());
		try {
			List<Settlement> extended = extend(found);
			for (int i = 0; i < found.size(); i++) {
				Instant leaseEnd = extended.get(i).at();
				if (leaseEnd != null) {
					ours.add(found.get(i).extendedTo(leaseEnd));
				}
			}
		}
		catch (RuntimeException ex) {
			this.unanswered.found(found);
			throw ex;
		}
		return ours;
	}

	@Override
	public Settlement fail(Failure failure) {
		if (failure.action() instanceof FailureAction.Release release && !release.rest().isZero()) {
			this.rest.begin(release.rest());
		}
		return this.settler.fail(failure);
	}

	@Override
	public MaintenanceReport maintain(int limit) {
		return this.upkeep.maintain(limit);
	}

	@Override
	public void prepare() {
		this.upkeep.prepare();
	}

	@Override
	public MaintenanceReport maintainForOthers(int limit) {
		return this.upkeep.maintainForOthers(limit);
	}

	@Override
	public long pass(String job) {
		return this.scripts
			.run("countPass", List.of(this.binding.keys().passes(job)), List.of(Bytes.of(PASSES_REMEMBERED.toMillis())))
			.number(0);
	}

	@Override
	public void pause() {
		setPaused("pause");
	}

	@Override
	public void resume() {
		setPaused("resume");
	}

	private void setPaused(String change) {
		this.scripts.run("setPaused", List.of(this.binding.keys().paused()), List.of(Bytes.of(change)));
	}

	@Override
	public QueueSnapshot inspect() {
		Reply reply = this.scripts.run(
				"inspect", List.of(this.binding.keys().stream(), this.binding.keys().retries(),
						this.binding.keys().paused(), this.binding.keys().dead()),
				List.of(this.binding.groupBytes(), Bytes.of(COUNTED_ONE_BY_ONE)));
		long later = reply.number(3);
		long due = reply.number(4);
		Map<JobState, Long> counts = new EnumMap<>(JobState.class);
		counts.put(JobState.WAITING, reply.number(1) + due);
		counts.put(JobState.ACTIVE, Math.max(0, reply.number(2) - later - due));
		counts.put(JobState.DELAYED, later);
		if (this.binding.settings().failuresTo() == null) {
			counts.put(JobState.FAILED, reply.number(5));
		}
		return new QueueSnapshot(reply.number(0) == 1, counts);
	}

	@Override
	public StreamStatistics statistics() {
		Reply reply = this.scripts.run("measure", List.of(this.binding.keys().stream()), List.of());
		Reply flat = reply.nested(2);
		List<StreamStatistics.Group> groups = new ArrayList<>(flat.size() / 4);
		for (int i = 0; i < flat.size(); i += 4) {
			groups.add(new StreamStatistics.Group(flat.text(i), flat.number(i + 1), flat.number(i + 2),
					flat.number(i + 3)));
		}
		ServerInfo memory = new ServerInfo(reply.text(1));
		return new StreamStatistics(this.binding.keys().streamName(), reply.number(0), memory.number("used_memory"),
				memory.number("maxmemory"), groups);
	}

	@Override
	public void wakeUp() {
		this.reader.wakeUp();
	}

	@Override
	public void disconnect() {
		this.reader.disconnect();
	}

	@Override
	public void close() {
		this.reader.close();
		if (this.reader.used() && this.binding.settings().consumer() == null) {
			try {
				TimeLimit.ask(FAREWELL, () -> {
					this.upkeep.leave();
					return true;
				});
			}
			catch (RuntimeException ex) {
				// Redis is away; another worker's upkeep removes the name later
			}
		}
	}

}
