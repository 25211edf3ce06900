package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.redis.Batches;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.SharedCalls;

/** Checks new jobs and adds them in calls of limited size. */
final class BullmqPublisher {

	private static final int MAX_JOBS = 250;

	private static final int MAX_PRIORITY = 1 << 21;

	private static final String DEFAULT_NAME = "default";

	private static final byte[] NO_DATA = { '{', '}' };

	private static final Pattern INTEGER = Pattern.compile("0|-?[1-9][0-9]*");

	/** Keys of the queue that stand where the hash of a job with such an id would. */
	private static final Set<String> QUEUE_KEYS = Set.of("meta", "id", "wait", "paused", "active", "prioritized", "pc",
			"delayed", "waiting-children", "completed", "failed", "marker", "stalled", "stalled-check", "limiter",
			"events", "repeat", "priority", "de", "dn", "metrics");

	private static final Set<String> QUEUE_KEY_GROUPS = Set.of("de", "dn", "repeat", "metrics");

	private static final Set<String> JOB_KEYS = Set.of("lock", "logs", "dependencies", "processed", "failed",
			"unsuccessful");

	private final BullmqKeys keys;

	private final BullmqScripts scripts;

	private final BullmqOptionsWriter options;

	private final int maxPayload;

	private final Clock clock;

	private final Batches<NewJob> batches = Batches.of(MAX_JOBS, (job) -> job.payload().length);

	private final SharedCalls<NewJob, PublishResult> shared = new SharedCalls<>(this::addAll, MAX_JOBS);

	BullmqPublisher(BullmqKeys keys, BullmqScripts scripts, int maxPayload, Clock clock) {
		this.keys = keys;
		this.scripts = scripts;
		this.options = new BullmqOptionsWriter(keys);
		this.maxPayload = maxPayload;
		this.clock = clock;
	}

	List<PublishResult> publish(List<NewJob> jobs) {
		jobs.forEach(this::check);
		return (jobs.size() == 1 && mayShare(jobs.get(0).options())) ? List.of(this.shared.ask(jobs.get(0)))
				: addAll(jobs);
	}

	// keys of others could be of the wrong type or in another slot, which fails a whole
	// call
	private static boolean mayShare(JobOptions options) {
		return options.parent() == null && options.deduplication() == null;
	}

	private List<PublishResult> addAll(List<NewJob> jobs) {
		List<PublishResult> results = new ArrayList<>(jobs.size());
		for (Reply reply : this.scripts.addJob(this.batches.all(jobs).stream().map(this::additions))) {
			for (int i = 0; i < reply.size(); i++) {
				results.add(reply.isNested(i) ? result(reply.nested(i)) : PublishResult.added(reply.text(i)));
			}
		}
		if (results.size() != jobs.size()) {
			throw new IllegalStateException(
					"The script addJob answered for " + results.size() + " of " + jobs.size() + " jobs");
		}
		return results;
	}

	private BullmqScripts.Additions additions(List<NewJob> jobs) {
		long now = this.clock.millis();
		List<BullmqScripts.Addition> additions = new ArrayList<>(jobs.size());
		jobs.forEach((job) -> additions.add(addition(job, now)));
		return new BullmqScripts.Additions(now, additions);
	}

	private static PublishResult result(Reply reply) {
		String id = reply.text(1);
		return switch (reply.text(0)) {
			case "duplicate" -> PublishResult.duplicate(id);
			case "deduplicated" -> PublishResult.deduplicated(id);
			case "missingParent" -> PublishResult.refused("its parent " + id + " does not exist");
			case "lostParent" -> PublishResult.leaseLost("job " + id + " is not its run's any more");
			case "otherParent" -> PublishResult.refused("job " + id + " is the child of another job");
			default -> throw new IllegalStateException("The script addJob replied '" + reply.text(0) + "'");
		};
	}

	private void check(NewJob job) {
		JobOptions options = job.options();
		if (job.payload().length > this.maxPayload) {
			throw refused("a payload of " + job.payload().length + " bytes is over the limit of " + this.maxPayload
					+ ". Store it elsewhere and publish where it is, or raise the limit.");
		}
		if (job.payload().length > 0 && !BullmqJson.isJson(job.payload())) {
			throw refused("the payload is not JSON, which BullMQ workers cannot read.");
		}
		if (options.id() != null) {
			checkId(options.id());
		}
		Integer priority = options.priority();
		if (priority != null && (priority < 0 || priority > MAX_PRIORITY)) {
			throw refused("priority " + priority + " is not from 0 (first) to " + MAX_PRIORITY + ".");
		}
		if (options.attempts() != null && options.attempts() < 0) {
			throw refused("attempts cannot be negative: " + options.attempts() + ".");
		}
		if (options.delay() != null && options.delay().isNegative()) {
			throw refused("a delay cannot be negative: " + options.delay() + ".");
		}
	}

	private void checkId(String id) {
		long colons = id.chars().filter((c) -> c == ':').count();
		if (id.isEmpty() || INTEGER.matcher(id).matches()) {
			throw refused("the id '" + id + "' is an integer or empty; those are BullMQ's own. Add a letter to it.");
		}
		if (id.startsWith("0:") || (colons != 0 && colons != 2)) {
			throw refused("the id '" + id + "' cannot contain ':'. Use '-' instead.");
		}
		String first = id.substring(0, (colons > 0) ? id.indexOf(':') : id.length());
		if (QUEUE_KEYS.contains(id) || (colons > 0
				&& (QUEUE_KEY_GROUPS.contains(first) || JOB_KEYS.contains(id.substring(id.lastIndexOf(':') + 1))))) {
			throw refused("the id '" + id + "' is the name of a key of the queue itself. Choose another one.");
		}
	}

	private JobRefusedException refused(String problem) {
		return new JobRefusedException(this.keys.queue(), problem);
	}

	private BullmqScripts.Addition addition(NewJob job, long now) {
		JobOptions options = job.options();
		long delay = delay(options, now);
		return new BullmqScripts.Addition(options.id(), Objects.requireNonNullElse(options.name(), DEFAULT_NAME),
				(job.payload().length > 0) ? job.payload() : NO_DATA, this.options.options(options, delay),
				this.options.details(options, delay));
	}

	private static long delay(JobOptions options, long now) {
		if (options.runAt() != null) {
			return BullmqDurations.millis(Duration.between(Instant.ofEpochMilli(now), options.runAt()));
		}
		return (options.delay() != null) ? BullmqDurations.millis(options.delay()) : 0;
	}

}
