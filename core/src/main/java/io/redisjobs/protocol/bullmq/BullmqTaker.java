package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.Rest;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.ScriptArguments;
import org.jspecify.annotations.Nullable;

/** Asks for jobs in the name of one worker and reads what it got. */
final class BullmqTaker {

	/** What one script call may take without holding Redis for long. */
	private static final int MAX_JOBS = 250;

	private final String workerId = UUID.randomUUID().toString();

	private final AtomicLong calls = new AtomicLong();

	private final QueueDefinition definition;

	private final BullmqSettings.@Nullable Limit limit;

	private final BullmqJobReader reader;

	private final BullmqSchedules schedules;

	private final BullmqRuns runs;

	private final Clock clock;

	private final Rest rest = new Rest();

	private final Queue<BullmqReservedJob> found = new ConcurrentLinkedQueue<>();

	BullmqTaker(QueueDefinition definition, BullmqSettings.@Nullable Limit limit, BullmqJobReader reader,
			BullmqSchedules schedules, BullmqRuns runs, Clock clock) {
		this.definition = definition;
		this.limit = limit;
		this.reader = reader;
		this.schedules = schedules;
		this.runs = runs;
		this.clock = clock;
	}

	/** Takes nothing for a while. */
	void rest(Duration duration) {
		this.rest.begin(duration);
	}

	/** The rest that is left, zero for none. */
	Duration rest() {
		return this.rest.left();
	}

	Request request(int max, int slots) {
		long now = this.clock.millis();
		return new Request(now, Math.min(max, MAX_JOBS), slots, this.workerId + ":" + this.calls.getAndIncrement());
	}

	/** What the scripts that take jobs start with. */
	ScriptArguments arguments(Request request) {
		ScriptArguments arguments = new ScriptArguments().add(request.now)
			.add(request.max)
			.add(request.token)
			.add(this.definition.lease().toMillis())
			.add(this.definition.workerName());
		if (this.limit != null) {
			arguments.add(this.limit.max()).add(this.limit.duration().toMillis());
		}
		else {
			arguments.add((String) null).add((String) null);
		}
		return arguments.add(request.slots);
	}

	Taken read(Request request, Reply reply) {
		return read(request.token, request.now, reply);
	}

	private Taken read(String token, long now, Reply reply) {
		this.reader.reportUnknown(reply.nested(3));
		Instant leaseEnd = Instant.ofEpochMilli(now).plus(this.definition.lease());
		List<BullmqReservedJob> jobs = this.schedules
			.taken(this.reader.read(reply.nested(2), () -> new BullmqRun(token, leaseEnd, this.runs)));
		return new Taken(reply.text(0), reply.number(1), jobs);
	}

	/**
	 * Keeps the jobs of a call whose answer came late, until somebody asks for jobs.
	 * @param sentAgain when the call was sent for the last time; the locks live from then
	 */
	void readLate(Request request, long sentAgain, Reply reply) {
		this.found.addAll(read(request.token, sentAgain, reply).jobs());
	}

	int foundCount() {
		return this.found.size();
	}

	/** The jobs that were kept. */
	List<BullmqReservedJob> found() {
		List<BullmqReservedJob> jobs = new ArrayList<>();
		for (BullmqReservedJob job = this.found.poll(); job != null; job = this.found.poll()) {
			jobs.add(job);
		}
		return jobs;
	}

	/**
	 * One call that takes jobs.
	 *
	 * @param now its time
	 * @param max the most jobs
	 * @param slots how many of them may have been with a worker before
	 * @param token the token they are locked with
	 */
	record Request(long now, int max, int slots, String token) {

	}

	/**
	 * What a call has taken.
	 *
	 * @param kind jobs, none, paused, maxed or limited
	 * @param millis when the next delayed job is due, or how long the limit lasts
	 * @param jobs the jobs
	 */
	record Taken(String kind, long millis, List<BullmqReservedJob> jobs) {

		/** With jobs that were found before. */
		Taken with(List<BullmqReservedJob> found) {
			if (found.isEmpty()) {
				return this;
			}
			List<BullmqReservedJob> all = new ArrayList<>(found);
			all.addAll(this.jobs);
			return new Taken("jobs", 0, all);
		}

		boolean isWorthWaiting() {
			return this.jobs.isEmpty() && !this.kind.equals("limited");
		}

		/** Until when to wait for a marker. */
		long waitUntil(long deadline) {
			return (this.kind.equals("none") && this.millis > 0) ? Math.min(deadline, this.millis) : deadline;
		}

		Reservation reservation() {
			return switch (this.kind) {
				case "paused" -> Reservation.paused(Duration.ZERO);
				case "maxed" -> Reservation.throttled(Duration.ZERO);
				case "limited" -> Reservation.throttled(Duration.ofMillis(this.millis));
				default -> Reservation.of(this.jobs);
			};
		}

	}

}
