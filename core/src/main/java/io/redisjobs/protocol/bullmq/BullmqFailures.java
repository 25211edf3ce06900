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
import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.Reply;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Decides how runs end that failed: by the job's own attempts and backoff, or as the
 * failure says.
 */
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

	Ending ending(Failure failure) {
		BullmqReservedJob job = (BullmqReservedJob) failure.job();
		FailureAction action = failure.action();
		if (action instanceof FailureAction.Release release) {
			return new Ending(this.scripts.moveToWait(job, release.rest(), release.started()), Settlement.released());
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

	/** What hands a job back, unless that has been done often enough. */
	OnceCall handingBack(Failure failure, FailureAction.HandBack action) {
		return this.scripts.handBack(this.clock.millis(), failure.job(), ErrorText.messageOrName(failure.error()),
				action);
	}

	/** What became of a job that was to be handed back; nothing if it is to fail. */
	@Nullable Settlement handedBack(BullmqReservedJob job, FailureAction.HandBack action, Reply reply) {
		return switch (reply.text(0)) {
			case "spent" -> null;
			case "delayed" ->
				Settlement.handedBack(this.clock.instant().plusMillis(reply.number(2)), reply.number(1), action.most());
			default -> BullmqOutcome.ended(this.queue, job, reply.text(0), Settlement.released());
		};
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
		BullmqScripts.Reason reason = reason(job, ErrorText.messageOrName(error), error);
		OnceCall call = (delay > 0) ? this.scripts.moveToDelayed(now, job, delay, reason)
				: this.scripts.retryJob(now, job, job.options().lifo(), reason);
		return new Ending(call, Settlement.retrying(Instant.ofEpochMilli(now + delay)));
	}

	private Ending failForGood(BullmqReservedJob job, String message, Throwable error) {
		JobRetention kept = (job.options().removeOnFail() != null) ? job.options().removeOnFail()
				: this.settings.kept().onFail();
		return new Ending(this.scripts.moveToFailed(this.clock.millis(), job, reason(job, message, error), kept,
				this.settings.metricsMinutes()), Settlement.failed());
	}

	private static BullmqScripts.Reason reason(BullmqReservedJob job, String message, Throwable error) {
		return new BullmqScripts.Reason(message, BullmqStackTraces.with(job, error));
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
