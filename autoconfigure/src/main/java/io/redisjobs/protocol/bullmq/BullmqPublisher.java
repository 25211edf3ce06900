package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

import io.redisjobs.Backoff;
import io.redisjobs.Deduplication;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.ParentLink;
import io.redisjobs.Retention;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.SharedCalls;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Checks new jobs and adds them in calls of limited size. */
final class BullmqPublisher {

	private static final int MAX_JOBS = 250;

	private static final int MAX_BYTES = 1024 * 1024;

	private static final int MAX_PRIORITY = 1 << 21;

	private static final String DEFAULT_NAME = "default";

	private static final byte[] NO_DATA = { '{', '}' };

	private static final Pattern INTEGER = Pattern.compile("0|-?[1-9][0-9]*");

	private final BullmqKeys keys;

	private final BullmqScripts scripts;

	private final int maxPayload;

	private final Clock clock;

	private final SharedCalls<NewJob, PublishResult> shared = new SharedCalls<>(this::addAll, MAX_JOBS);

	BullmqPublisher(BullmqKeys keys, BullmqScripts scripts, int maxPayload, Clock clock) {
		this.keys = keys;
		this.scripts = scripts;
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
		int from = 0;
		while (from < jobs.size()) {
			int to = from;
			long bytes = 0;
			while (to < jobs.size() && to - from < MAX_JOBS && (to == from || bytes < MAX_BYTES)) {
				bytes += jobs.get(to).payload().length;
				to++;
			}
			add(jobs.subList(from, to), results);
			from = to;
		}
		return results;
	}

	private void add(List<NewJob> jobs, List<PublishResult> results) {
		long now = this.clock.millis();
		BullmqScripts.Arguments arguments = new BullmqScripts.Arguments().add(now);
		jobs.forEach((job) -> encode(job, now, arguments));
		Reply reply = this.scripts.run("addJob", arguments);
		for (int i = 0; i < jobs.size(); i++) {
			results.add(reply.isNested(i) ? result(reply.nested(i)) : PublishResult.added(reply.text(i)));
		}
	}

	private static PublishResult result(Reply reply) {
		String id = reply.text(1);
		return switch (reply.text(0)) {
			case "duplicate" -> PublishResult.duplicate(id);
			case "deduplicated" -> PublishResult.deduplicated(id);
			case "missingParent" -> PublishResult.refused("its parent " + id + " does not exist");
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
	}

	private JobRefusedException refused(String problem) {
		return new JobRefusedException(this.keys.queue(), problem);
	}

	private void encode(NewJob job, long now, BullmqScripts.Arguments arguments) {
		JobOptions options = job.options();
		long delay = delay(options, now);
		arguments.add(options.id())
			.add(Objects.requireNonNullElse(options.name(), DEFAULT_NAME))
			.add((job.payload().length > 0) ? job.payload() : NO_DATA)
			.add(BullmqJson.bytes(options(options, delay)));
		ObjectNode details = details(options, delay);
		if (details.isEmpty()) {
			arguments.add((String) null);
		}
		else {
			arguments.add(BullmqJson.bytes(details));
		}
	}

	// what makes a job other than a standard one
	private ObjectNode details(JobOptions options, long delay) {
		ObjectNode details = BullmqJson.object();
		if (delay > 0) {
			details.put("delay", delay);
		}
		if (options.priority() != null && options.priority() > 0) {
			details.put("priority", options.priority());
		}
		if (Boolean.TRUE.equals(options.lifo())) {
			details.put("lifo", true);
		}
		if (options.deduplication() != null) {
			details.set("deduplication", deduplication(options.deduplication()));
		}
		if (options.parent() != null) {
			details.putObject("parent")
				.put("queue", this.keys.queueKey(options.parent().queue()))
				.put("id", options.parent().id())
				.put("json", parentField(options.parent()).toString());
		}
		return details;
	}

	private static long delay(JobOptions options, long now) {
		if (options.runAt() != null) {
			return Math.max(0, options.runAt().toEpochMilli() - now);
		}
		return (options.delay() != null) ? options.delay().toMillis() : 0;
	}

	private ObjectNode options(JobOptions options, long delay) {
		ObjectNode json = BullmqJson.object();
		json.put("attempts", Objects.requireNonNullElse(options.attempts(), 0));
		if (delay > 0) {
			json.put("delay", delay);
		}
		putNumber(json, "priority", options.priority());
		if (options.lifo() != null) {
			json.put("lifo", options.lifo());
		}
		if (options.id() != null) {
			json.put("jobId", options.id());
		}
		if (options.backoff() != null) {
			json.set("backoff", backoff(options.backoff()));
		}
		putRetention(json, "removeOnComplete", options.removeOnComplete());
		putRetention(json, "removeOnFail", options.removeOnFail());
		putNumber(json, "kl", options.keepLogs());
		putNumber(json, "stackTraceLimit", options.stackTraceLimit());
		if (options.traceContext() != null) {
			json.put("tm", options.traceContext());
		}
		if (options.deduplication() != null) {
			json.set("de", deduplication(options.deduplication()));
		}
		if (options.parent() != null) {
			json.putObject("parent")
				.put("id", options.parent().id())
				.put("queue", this.keys.queueKey(options.parent().queue()));
			putPolicy(json, options.parent());
		}
		return json;
	}

	private ObjectNode parentField(ParentLink parent) {
		ObjectNode json = BullmqJson.object()
			.put("id", parent.id())
			.put("queueKey", this.keys.queueKey(parent.queue()));
		putPolicy(json, parent);
		return json;
	}

	private static void putPolicy(ObjectNode json, ParentLink parent) {
		switch (parent.onFailure()) {
			case FAIL_PARENT -> json.put("fpof", true);
			case CONTINUE_PARENT -> json.put("cpof", true);
			case IGNORE -> json.put("idof", true);
			case REMOVE -> json.put("rdof", true);
			case WAIT -> {
			}
		}
	}

	private static ObjectNode backoff(Backoff backoff) {
		ObjectNode json = BullmqJson.object().put("type", backoff.type()).put("delay", backoff.delay().toMillis());
		if (backoff.jitter() > 0) {
			json.put("jitter", backoff.jitter());
		}
		return json;
	}

	private static ObjectNode deduplication(Deduplication deduplication) {
		ObjectNode json = BullmqJson.object().put("id", deduplication.id());
		putNumber(json, "ttl", millis(deduplication.ttl()));
		if (deduplication.extend()) {
			json.put("extend", true);
		}
		if (deduplication.replace()) {
			json.put("replace", true);
		}
		return json;
	}

	private static void putRetention(ObjectNode json, String name, @Nullable Retention retention) {
		if (retention == null) {
			return;
		}
		if (retention.age() != null) {
			ObjectNode rule = json.putObject(name).put("age", Math.max(0, retention.age().toSeconds()));
			putNumber(rule, "count", retention.count());
		}
		else if (retention.count() == null) {
			json.put(name, false);
		}
		else if (retention.count() == 0) {
			json.put(name, true);
		}
		else {
			json.put(name, retention.count());
		}
	}

	private static void putNumber(ObjectNode json, String name, @Nullable Number value) {
		if (value != null) {
			json.put(name, value.longValue());
		}
	}

	private static @Nullable Long millis(@Nullable Duration duration) {
		return (duration != null) ? duration.toMillis() : null;
	}

}
