package io.redisjobs.protocol.bullmq;

import java.time.Duration;
import java.util.Objects;

import io.redisjobs.Backoff;
import io.redisjobs.Deduplication;
import io.redisjobs.JobContext;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRetention;
import io.redisjobs.ParentLink;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes options of new jobs as BullMQ stores them. Most jobs of a queue have the same,
 * so the last ones are remembered.
 */
final class BullmqOptionsWriter {

	private final BullmqKeys keys;

	private volatile @Nullable Written last;

	BullmqOptionsWriter(BullmqKeys keys) {
		this.keys = keys;
	}

	/** The field opts. */
	byte[] options(JobOptions options, long delay) {
		Common common = Common.of(options);
		Own own = Own.of(options, delay);
		if (own != Own.NOTHING) {
			return BullmqJson.bytes(json(common, own));
		}
		Written remembered = this.last;
		if (remembered == null || !remembered.common.equals(common)) {
			remembered = new Written(common, BullmqJson.bytes(json(common, own)));
			this.last = remembered;
		}
		return remembered.json;
	}

	/**
	 * What the script that adds jobs has to know, or {@code null} of a standard job.
	 */
	byte @Nullable [] details(JobOptions options, long delay) {
		boolean prioritized = options.priority() != null && options.priority() > 0;
		boolean lifo = Boolean.TRUE.equals(options.lifo());
		if (delay == 0 && !prioritized && !lifo && options.deduplication() == null && options.parent() == null) {
			return null;
		}
		ObjectNode details = BullmqJson.object();
		if (delay > 0) {
			details.put("delay", delay);
		}
		if (prioritized) {
			putNumber(details, "priority", options.priority());
		}
		if (lifo) {
			details.put("lifo", true);
		}
		if (options.deduplication() != null) {
			details.set("deduplication", deduplication(options.deduplication()));
		}
		if (options.parent() != null) {
			String queue = this.keys.queueKey(options.parent().queue());
			ObjectNode parent = details.putObject("parent")
				.put("queue", queue)
				.put("id", options.parent().id())
				.put("json", parentField(options.parent()).toString());
			JobContext run = options.publishedBy();
			if (run != null && run.id().equals(options.parent().id())
					&& queue.equals(this.keys.queueKey(run.queue()))) {
				parent.put("token", run.leaseToken());
			}
		}
		return BullmqJson.bytes(details);
	}

	// of these two alone, so that what is remembered holds nothing of a single job
	private ObjectNode json(Common common, Own own) {
		ObjectNode json = BullmqJson.object();
		json.put("attempts", Objects.requireNonNullElse(common.attempts, 0));
		if (own.delay > 0) {
			json.put("delay", own.delay);
		}
		putNumber(json, "priority", common.priority);
		if (common.lifo != null) {
			json.put("lifo", common.lifo);
		}
		if (own.id != null) {
			json.put("jobId", own.id);
		}
		if (common.backoff != null) {
			json.set("backoff", backoff(common.backoff));
		}
		putRetention(json, "removeOnComplete", common.onComplete);
		putRetention(json, "removeOnFail", common.onFail);
		putNumber(json, "kl", common.keepLogs);
		putNumber(json, "stackTraceLimit", common.stackTraceLimit);
		if (own.traceContext != null) {
			json.put("tm", own.traceContext);
		}
		if (own.deduplication != null) {
			json.set("de", deduplication(own.deduplication));
		}
		if (own.parent != null) {
			json.putObject("parent").put("id", own.parent.id()).put("queue", this.keys.queueKey(own.parent.queue()));
			putPolicy(json, own.parent);
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

	private static void putRetention(ObjectNode json, String name, @Nullable JobRetention retention) {
		if (retention == null) {
			return;
		}
		if (retention.age() != null) {
			ObjectNode rule = json.putObject(name).put("age", BullmqDurations.seconds(retention.age()));
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

	/** Options that many jobs have in common. */
	private record Common(@Nullable Integer attempts, @Nullable Integer priority, @Nullable Boolean lifo,
			@Nullable Backoff backoff, @Nullable JobRetention onComplete, @Nullable JobRetention onFail,
			@Nullable Integer keepLogs, @Nullable Integer stackTraceLimit) {

		static Common of(JobOptions options) {
			return new Common(options.attempts(), options.priority(), options.lifo(), options.backoff(),
					options.removeOnComplete(), options.removeOnFail(), options.keepLogs(), options.stackTraceLimit());
		}

	}

	/**
	 * Options that a job has for itself; {@link #NOTHING} if it has none of them.
	 */
	private record Own(long delay, @Nullable String id, @Nullable String traceContext,
			@Nullable Deduplication deduplication, @Nullable ParentLink parent) {

		private static final Own NOTHING = new Own(0, null, null, null, null);

		static Own of(JobOptions options, long delay) {
			Own own = new Own(delay, options.id(), options.traceContext(), options.deduplication(), options.parent());
			return own.equals(NOTHING) ? NOTHING : own;
		}

	}

	private record Written(Common common, byte[] json) {

	}

}
