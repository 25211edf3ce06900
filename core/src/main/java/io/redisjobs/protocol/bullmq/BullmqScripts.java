package io.redisjobs.protocol.bullmq;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.redisjobs.JobRetention;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.OwnKeys;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.ScriptArguments;
import io.redisjobs.redis.UnansweredCalls;
import org.jspecify.annotations.Nullable;

/** The BullMQ scripts, bound to one queue: knows what each of them is called with. */
public final class BullmqScripts {

	/** All scripts of the contract. */
	public static final List<String> NAMES = List.of("addJob", "moveToActive", "moveToCompleted", "moveToFailed",
			"moveToDelayed", "retryJob", "moveToWait", "handBack", "moveToWaitingChildren", "extendLock",
			"moveStalledJobsToWait", "updateProgress", "addLog", "pause", "resume", "getCounts", "getJob",
			"getChildren", "getScheduler", "addIteration");

	private final ContractScripts scripts;

	private final List<byte[]> keys;

	private final String ownPrefix;

	BullmqScripts(ContractScripts scripts, BullmqKeys keys) {
		this.scripts = scripts;
		this.keys = List.of(Bytes.of(keys.base()));
		this.ownPrefix = OwnKeys.beside(keys.base());
	}

	/** Calls of these scripts whose replies may be lost. */
	UnansweredCalls<Settlement> unanswered() {
		return new UnansweredCalls<>(this.scripts);
	}

	/** Adds jobs, in as many calls as there are additions. */
	List<Reply> addJob(Stream<Additions> additions) {
		return this.scripts.sendAll(additions.map((addition) -> prepare("addJob", addition.arguments())).iterator());
	}

	OnceCall moveToActive(Take take) {
		return prepare("moveToActive", take.arguments());
	}

	/**
	 * Completes jobs and takes others.
	 * @param kept what is kept of jobs whose result says nothing else
	 */
	OnceCall moveToCompleted(Take take, @Nullable Integer metricsMinutes, @Nullable JobRetention kept,
			List<Result> results) {
		ScriptArguments arguments = take.arguments()
			.addNumber(metricsMinutes)
			.addNumber(BullmqRetention.count(kept))
			.add(BullmqRetention.age(kept));
		results.forEach((
				result) -> arguments.add(result.job.id()).add(result.job.token()).add(result.json).add(result.details));
		return prepare("moveToCompleted", arguments);
	}

	OnceCall moveToFailed(long now, BullmqReservedJob job, Reason reason, @Nullable JobRetention kept,
			@Nullable Integer metricsMinutes) {
		return prepare("moveToFailed",
				run(now, job).add(reason.message)
					.add(reason.stackTraces)
					.add(job.record().attemptsMade())
					.add(job.options().attempts())
					.addNumber(BullmqRetention.count(kept))
					.add(BullmqRetention.age(kept))
					.addNumber(metricsMinutes));
	}

	/**
	 * Ends a run until a time has passed.
	 * @param reason why the attempt has failed, or {@code null} if it is none
	 */
	OnceCall moveToDelayed(long now, ReservedJob job, long delay, @Nullable Reason reason) {
		return prepare("moveToDelayed",
				run(now, job).add(delay)
					.addFlag(reason != null)
					.add((reason != null) ? reason.message : null)
					.add((reason != null) ? reason.stackTraces : null));
	}

	OnceCall retryJob(long now, ReservedJob job, boolean lifo, Reason reason) {
		return prepare("retryJob", run(now, job).addFlag(lifo).add(reason.message).add(reason.stackTraces));
	}

	OnceCall moveToWait(ReservedJob job, Duration rest, boolean started) {
		return prepare("moveToWait",
				new ScriptArguments().add(job.id()).add(job.token()).add(rest.toMillis()).addFlag(started));
	}

	OnceCall handBack(long now, ReservedJob job, String reason, FailureAction.HandBack action) {
		return prepare("handBack",
				run(now, job).add(reason)
					.add(action.most())
					.add(action.pause().toMillis())
					.add(this.ownPrefix + "handBacks:")
					.add(action.rememberFor().toMillis()));
	}

	/** What became of the run, as a word. */
	String moveToWaitingChildren(long now, ReservedJob job) {
		return send(prepare("moveToWaitingChildren", run(now, job))).text(0);
	}

	/** For each job what became of its lock, as a word. */
	List<String> extendLock(Duration lease, List<? extends ReservedJob> jobs) {
		ScriptArguments arguments = new ScriptArguments().add(lease.toMillis()).add(jobs.size());
		jobs.forEach((job) -> arguments.add(job.id()).add(job.token()));
		return run("extendLock", arguments).texts();
	}

	Reply moveStalledJobsToWait(long now, StalledStep step, int limit, BullmqSettings.Stalls stalls) {
		return send(prepare("moveStalledJobsToWait",
				new ScriptArguments().add(now)
					.add(step.name)
					.add(step.place)
					.add(limit)
					.add(stalls.maxCount())
					.add(stalls.interval().toMillis())
					.add(step.noted)));
	}

	/** Whether the job is there to have progress. */
	boolean updateProgress(String id, byte[] json) {
		return run("updateProgress", new ScriptArguments().add(id).add(json)).text(0).equals("updated");
	}

	/** Whether the job is there to have a log. */
	boolean addLog(String id, String line, @Nullable Integer keep) {
		return send(prepare("addLog", new ScriptArguments().add(id).add(line).addNumber(keep))).text(0).equals("added");
	}

	void pause() {
		run("pause", new ScriptArguments());
	}

	void resume() {
		run("resume", new ScriptArguments());
	}

	Reply getCounts() {
		return run("getCounts", new ScriptArguments());
	}

	Reply getJob(String id, int maxLogLines) {
		return run("getJob", new ScriptArguments().add(id).add(maxLogLines));
	}

	Reply getChildren(String id) {
		return run("getChildren", new ScriptArguments().add(id));
	}

	Reply getScheduler(String id) {
		return run("getScheduler", new ScriptArguments().add(id));
	}

	void addIteration(long now, Iteration iteration) {
		run("addIteration",
				new ScriptArguments().add(now)
					.add(iteration.schedulerId)
					.add(iteration.latest)
					.add(iteration.next)
					.add(iteration.options)
					.add(iteration.data)
					.add(iteration.priority)
					.addFlag(iteration.lifo)
					.add(iteration.deduplicationId));
	}

	/** Sends a call whose reply is of no use once it is lost. */
	Reply send(OnceCall call) {
		return this.scripts.send(call);
	}

	private static ScriptArguments run(long now, ReservedJob job) {
		return new ScriptArguments().add(now).add(job.id()).add(job.token());
	}

	private Reply run(String name, ScriptArguments arguments) {
		return this.scripts.run(name, this.keys, arguments.values());
	}

	private OnceCall prepare(String name, ScriptArguments arguments) {
		return this.scripts.prepare(name, this.ownPrefix, this.keys, arguments.values());
	}

	/**
	 * Jobs to add in one call.
	 *
	 * @param now its time
	 * @param jobs the jobs
	 */
	record Additions(long now, List<Addition> jobs) {

		private ScriptArguments arguments() {
			ScriptArguments arguments = new ScriptArguments().add(this.now);
			this.jobs
				.forEach((job) -> arguments.add(job.id).add(job.name).add(job.data).add(job.options).add(job.details));
			return arguments;
		}

	}

	/**
	 * A job to add.
	 *
	 * @param id its id, or {@code null} for the next number
	 * @param name its name
	 * @param data its data as JSON
	 * @param options its options as JSON
	 * @param details where it goes as JSON, or {@code null} for a standard job
	 */
	record Addition(@Nullable String id, String name, byte[] data, byte[] options, byte @Nullable [] details) {

	}

	/**
	 * The worker that jobs are taken for.
	 *
	 * @param lease how long its locks last
	 * @param name its name
	 * @param limit its own rate limit
	 */
	record Worker(Duration lease, @Nullable String name, BullmqSettings.@Nullable Limit limit) {

	}

	/**
	 * What a call takes.
	 *
	 * @param now the call's time
	 * @param max the most jobs
	 * @param slots how many of them may have been with a worker before
	 * @param token the token they are locked with
	 * @param worker who takes them
	 */
	record Take(long now, int max, int slots, String token, Worker worker) {

		private ScriptArguments arguments() {
			BullmqSettings.Limit limit = this.worker.limit;
			return new ScriptArguments().add(this.now)
				.add(this.max)
				.add(this.token)
				.add(this.worker.lease.toMillis())
				.add(this.worker.name)
				.addNumber((limit != null) ? limit.max() : null)
				.addNumber((limit != null) ? limit.duration().toMillis() : null)
				.add(this.slots);
		}

	}

	/**
	 * The end of a run that succeeded.
	 *
	 * @param job the job
	 * @param json its result
	 * @param details attempts so far and what is kept of the job as JSON, or {@code null}
	 * for a first attempt of which the usual is kept
	 */
	record Result(ReservedJob job, byte[] json, byte @Nullable [] details) {

	}

	/**
	 * Why a run failed.
	 *
	 * @param message the message
	 * @param stackTraces the stack traces of the job as JSON
	 */
	record Reason(String message, byte[] stackTraces) {

	}

	/**
	 * A step of looking for jobs whose workers are gone.
	 *
	 * @param name its name
	 * @param place how far it has come
	 * @param noted how many ids are noted in all
	 */
	record StalledStep(String name, long place, long noted) {

	}

	/**
	 * The next iteration of a scheduler.
	 *
	 * @param schedulerId the scheduler
	 * @param latest the time of its latest iteration
	 * @param next the time of this one
	 * @param options its options as JSON
	 * @param data its data, for a scheduler that has none
	 * @param priority its priority
	 * @param lifo whether it goes to the front
	 * @param deduplicationId its deduplication id
	 */
	record Iteration(String schedulerId, String latest, long next, byte[] options, byte[] data, int priority,
			boolean lifo, @Nullable String deduplicationId) {

	}

}
