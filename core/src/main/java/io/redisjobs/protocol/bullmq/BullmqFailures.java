package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;

import io.redisjobs.JobRetention;
import io.redisjobs.protocol.ErrorText;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.Printable;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.ErrorReply;
import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.ScriptArguments;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Ends runs that failed: by the job's own attempts and backoff, or as the failure says.
 */
final class BullmqFailures {

	private static final Log logger = LogFactory.getLog(BullmqFailures.class);

	private static final String UNTOLD_PARENT = "untoldParent ";

	private final String queue;

	private final BullmqScripts scripts;

	private final BullmqSettings settings;

	private final BullmqSchedules schedules;

	private final Clock clock;

	BullmqFailures(String queue, BullmqScripts scripts, BullmqSettings settings, BullmqSchedules schedules,
			Clock clock) {
		this.queue = queue;
		this.scripts = scripts;
		this.settings = settings;
		this.schedules = schedules;
		this.clock = clock;
	}

	Settlement fail(Failure failure) {
		BullmqReservedJob job = (BullmqReservedJob) failure.job();
		Settlement completed = job.run().completed();
		if (completed != null) {
			return completed;
		}
		this.schedules.beforeEnd(job);
		Ending unanswered = job.run().unanswered();
		return end(job, (unanswered != null) ? unanswered : ending(failure, job));
	}

	private Settlement end(BullmqReservedJob job, Ending ending) {
		Reply reply;
		try {
			reply = this.scripts.send(ending.call);
		}
		catch (RuntimeException | Error ex) {
			job.run().unanswered(ErrorReply.isIn(ex) ? null : ending);
			throw ex;
		}
		job.run().unanswered(null);
		reportUntoldParent(this.queue, job, reply.text(0));
		return settlement(reply.text(0), ending.expected);
	}

	private Ending ending(Failure failure, BullmqReservedJob job) {
		FailureAction action = failure.action();
		if (action instanceof FailureAction.Release release) {
			return release(job, release);
		}
		boolean attemptsLeft = job.attempt() < job.options().attempts();
		if (action instanceof FailureAction.Fail || !attemptsLeft) {
			return failForGood(job, ErrorText.messageOrName(failure.error()), failure.error());
		}
		if (action instanceof FailureAction.RetryAfter after) {
			return retry(job, after.delay().toMillis(), failure.error());
		}
		return retryByBackoff(job, failure.error());
	}

	private Ending retryByBackoff(BullmqReservedJob job, Throwable error) {
		BullmqBackoff backoff = job.options().backoff();
		if (backoff == null) {
			return retry(job, 0, error);
		}
		OptionalLong millis = backoff.millis(job.attempt(), this.settings.backoffCap(),
				ThreadLocalRandom.current()::nextDouble);
		if (millis.isEmpty()) {
			String reason = "unknown backoff type '" + backoff.type() + "' after: " + ErrorText.messageOrName(error);
			logger.warn("Queue '" + this.queue + "', job " + Printable.of(job.id()) + ": failed for good: "
					+ Printable.of(reason));
			return failForGood(job, reason, error);
		}
		return retry(job, BullmqDurations.millis(Duration.ofMillis(millis.getAsLong())), error);
	}

	private Ending retry(BullmqReservedJob job, long delay, Throwable error) {
		long now = this.clock.millis();
		ScriptArguments arguments = new ScriptArguments().add(now).add(job.id()).add(job.token());
		if (delay > 0) {
			arguments.add(delay).addFlag(true);
		}
		else {
			arguments.addFlag(job.options().lifo());
		}
		arguments.add(ErrorText.messageOrName(error)).add(BullmqStackTraces.with(job, error));
		return new Ending(this.scripts.prepare((delay > 0) ? "moveToDelayed" : "retryJob", arguments),
				Settlement.retrying(Instant.ofEpochMilli(now + delay)));
	}

	private Ending failForGood(BullmqReservedJob job, String reason, Throwable error) {
		JobRetention kept = (job.options().removeOnFail() != null) ? job.options().removeOnFail()
				: this.settings.kept().onFail();
		ScriptArguments arguments = new ScriptArguments().add(this.clock.millis())
			.add(job.id())
			.add(job.token())
			.add(reason)
			.add(BullmqStackTraces.with(job, error))
			.add(job.record().attemptsMade())
			.add(job.options().attempts())
			.addNumber((kept != null) ? kept.count() : null)
			.add(BullmqCompletions.age(kept))
			.addNumber(this.settings.metricsMinutes());
		return new Ending(this.scripts.prepare("moveToFailed", arguments), Settlement.failed());
	}

	static void reportUntoldParent(String queue, BullmqReservedJob job, String word) {
		if (word.startsWith(UNTOLD_PARENT)) {
			logger.warn("Queue '" + queue + "', job " + Printable.of(job.id()) + ": it has ended, but its parent "
					+ Printable.of(word.substring(UNTOLD_PARENT.length()))
					+ " could not be told, because a key of the parent is of another type. "
					+ "Remove that key, and the parent's wait for the job.");
		}
	}

	private Ending release(BullmqReservedJob job, FailureAction.Release release) {
		ScriptArguments arguments = new ScriptArguments().add(job.id())
			.add(job.token())
			.add(release.rest().toMillis())
			.addFlag(release.started());
		return new Ending(this.scripts.prepare("moveToWait", arguments), Settlement.released());
	}

	/** What a script's word means when it is not the expected one. */
	static Settlement settlement(String word, Settlement expected) {
		return switch (word) {
			case "gone" -> Settlement.gone();
			case "noLock" -> Settlement.leaseLost("the lock has expired");
			case "otherLock" -> Settlement.leaseLost("another worker holds the lock");
			case "notActive" -> Settlement.leaseLost("the job is not active any more");
			case "pendingChildren" -> Settlement.blocked("the job has pending children");
			case "failedChildren" -> Settlement.refused("the job has failed children");
			default -> expected;
		};
	}

	/**
	 * How a run is to end.
	 *
	 * @param call what ends it
	 * @param expected what becomes of the job if it is still this run's
	 */
	record Ending(OnceCall call, Settlement expected) {

	}

}
