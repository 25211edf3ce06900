package io.redisjobs.protocol.bullmq;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;

import io.redisjobs.Retention;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureWish;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Reply;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;

/** Ends runs that failed: by the job's own attempts and backoff, or as wished. */
final class BullmqFailures {

	private static final Log logger = LogFactory.getLog(BullmqFailures.class);

	private final String queue;

	private final BullmqScripts scripts;

	private final BullmqSettings settings;

	private final Clock clock;

	BullmqFailures(String queue, BullmqScripts scripts, BullmqSettings settings, Clock clock) {
		this.queue = queue;
		this.scripts = scripts;
		this.settings = settings;
		this.clock = clock;
	}

	Settlement fail(Failure failure) {
		BullmqReservedJob job = (BullmqReservedJob) failure.job();
		FailureWish wish = failure.wish();
		if (wish instanceof FailureWish.Release release) {
			return release(job, release);
		}
		boolean attemptsLeft = job.attempt() < job.options().attempts();
		if (wish instanceof FailureWish.Bury || !attemptsLeft) {
			return bury(job, reason(failure.error()), failure.error());
		}
		if (wish instanceof FailureWish.RetryAfter after) {
			return retry(job, after.delay().toMillis(), failure.error());
		}
		return retryByBackoff(job, failure.error());
	}

	private Settlement retryByBackoff(BullmqReservedJob job, Throwable error) {
		BullmqBackoff backoff = job.options().backoff();
		if (backoff == null) {
			return retry(job, 0, error);
		}
		OptionalLong millis = backoff.millis(job.attempt(), this.settings.backoffCap(),
				ThreadLocalRandom.current()::nextDouble);
		if (millis.isEmpty()) {
			String reason = "unknown backoff type '" + backoff.type() + "' after: " + reason(error);
			logger.warn("Queue '" + this.queue + "', job " + job.id() + ": failed for good: " + reason);
			return bury(job, reason, error);
		}
		return retry(job, millis.getAsLong(), error);
	}

	private Settlement retry(BullmqReservedJob job, long delay, Throwable error) {
		long now = this.clock.millis();
		BullmqScripts.Arguments arguments = new BullmqScripts.Arguments().add(now).add(job.id()).add(job.token());
		if (delay > 0) {
			arguments.add(delay).addFlag(true);
		}
		else {
			arguments.addFlag(job.options().lifo());
		}
		arguments.add(reason(error)).add(stackTraces(job, error));
		Reply reply = this.scripts.runOnce((delay > 0) ? "moveToDelayed" : "retryJob", arguments);
		return settlement(reply.text(0), Settlement.retrying(Instant.ofEpochMilli(now + delay)));
	}

	private Settlement bury(BullmqReservedJob job, String reason, Throwable error) {
		Retention kept = (job.options().removeOnFail() != null) ? job.options().removeOnFail()
				: this.settings.kept().onFail();
		BullmqParent parent = job.record().parent();
		BullmqScripts.Arguments arguments = new BullmqScripts.Arguments().add(this.clock.millis())
			.add(job.id())
			.add(job.token())
			.add(reason)
			.add(stackTraces(job, error))
			.add(job.record().attemptsMade())
			.add(job.options().attempts())
			.addNumber((kept != null) ? kept.count() : null)
			.addNumber((kept != null && kept.age() != null) ? kept.age().toSeconds() : null)
			.add(job.record().deduplicationId())
			.addNumber(this.settings.metricsMinutes());
		if (parent != null) {
			arguments.add(parent.queueKey()).add(parent.id()).add(parent.policy());
		}
		else {
			arguments.add((String) null).add((String) null).add((String) null);
		}
		String word = this.scripts.runOnce("moveToFailed", arguments).text(0);
		reportUntoldParent(this.queue, job, word);
		return settlement(word, Settlement.dead());
	}

	static void reportUntoldParent(String queue, BullmqReservedJob job, String word) {
		if (word.equals("untoldParent")) {
			logger.warn("Queue '" + queue + "', job " + job.id() + ": it has ended, but its parent "
					+ job.record().parent() + " could not be told, because a key of the parent is of another type. "
					+ "Remove that key, and the parent's wait for the job.");
		}
	}

	private Settlement release(BullmqReservedJob job, FailureWish.Release release) {
		Reply reply = this.scripts.runOnce("moveToWait",
				new BullmqScripts.Arguments().add(job.id())
					.add(job.token())
					.add(release.rest().toMillis())
					.addFlag(release.started()));
		return settlement(reply.text(0), Settlement.released());
	}

	/** What a script's word means when it is not the expected one. */
	static Settlement settlement(String word, Settlement expected) {
		return switch (word) {
			case "gone" -> Settlement.gone();
			case "noLock" -> Settlement.leaseLost("the lock has expired");
			case "otherLock" -> Settlement.leaseLost("another worker holds the lock");
			case "notActive" -> Settlement.leaseLost("the job is not active any more");
			case "pendingChildren" -> Settlement.blocked("the job has pending children");
			case "failedChildren" -> Settlement.blocked("the job has failed children");
			default -> expected;
		};
	}

	private static String reason(Throwable error) {
		String message = error.getMessage();
		return (message != null && !message.isEmpty()) ? message : error.getClass().getName();
	}

	private static byte[] stackTraces(BullmqReservedJob job, Throwable error) {
		ArrayNode traces = traces(job.record().stackTraces());
		StringWriter text = new StringWriter();
		error.printStackTrace(new PrintWriter(text, true));
		traces.add(text.toString());
		Integer limit = job.options().limits().stackTraces();
		while (limit != null && traces.size() > Math.max(0, limit)) {
			traces.remove(0);
		}
		return BullmqJson.bytes(traces);
	}

	private static ArrayNode traces(byte @Nullable [] stored) {
		ArrayNode read = (stored != null) ? BullmqJson.readArray(stored) : null;
		return (read != null) ? read : BullmqJson.array();
	}

}
