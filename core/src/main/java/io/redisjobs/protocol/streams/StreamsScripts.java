package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.protocol.Delays;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.ScriptArguments;
import io.redisjobs.redis.UnansweredCalls;

import org.springframework.data.redis.connection.RedisConnectionFactory;

/** The contract's scripts, bound to one queue. */
public final class StreamsScripts {

	/** All scripts of the contract. */
	public static final List<String> NAMES = List.of("publish", "exchange", "takeOwn", "listOwn", "takeLost", "extend",
			"release", "handBack", "fail", "beginOnce", "createGroup", "recover", "redeliver", "countPass", "trim",
			"removeConsumers", "inspect", "measure", "setPaused", "drop", "describeServer");

	private static final Duration PASSES_REMEMBERED = Duration.ofMinutes(10);

	/** The delivery count and the target of most jobs. */
	private static final byte[] ONE = Bytes.of(1);

	private final ContractScripts scripts;

	private final StreamsBinding binding;

	private final StreamsKeys keys;

	StreamsScripts(ContractScripts scripts, StreamsBinding binding) {
		this.scripts = scripts;
		this.binding = binding;
		this.keys = binding.keys();
	}

	RedisConnectionFactory connections() {
		return this.scripts.runner().connections();
	}

	UnansweredCalls<Settlement> unanswered() {
		return new UnansweredCalls<>(this.scripts);
	}

	Reply send(OnceCall call) {
		return this.scripts.send(call);
	}

	void publish(List<byte[]> envelopes) {
		send(call("publish", stream(), envelopes));
	}

	/**
	 * Completes entries and takes others.
	 * @param max the most to take, 0 for none
	 * @param dueOnly whether to take only those that are due again
	 * @param expected how large a new entry may be, 0 if nothing is known
	 */
	OnceCall exchange(CompletedEntries completed, int max, boolean dueOnly, int expected) {
		List<byte[]> streams = new ArrayList<>(4);
		streams.add(this.keys.stream());
		streams.add(this.keys.retries());
		streams.add(this.keys.paused());
		streams.addAll(completed.targets());
		List<StreamsJob> jobs = completed.jobs();
		List<CompletedEntries.Write> writes = completed.writes();
		ScriptArguments arguments = worker().add(max)
			.add(dueOnly ? "due" : "all")
			.add(expected)
			.add(this.binding.retention().toMillis());
		addRange(arguments, jobs).add(writes.isEmpty() ? 2 : 5);
		for (int i = 0; i < jobs.size(); i++) {
			addRun(arguments, jobs.get(i));
			if (!writes.isEmpty()) {
				CompletedEntries.Write write = writes.get(i);
				arguments.add(small(write.target())).add(write.content()).add(write.marker());
			}
		}
		return call("exchange", streams, arguments.values());
	}

	/** Extends leases; the reply has a word for each. */
	Reply extend(List<StreamsJob> jobs) {
		ScriptArguments arguments = addRange(worker(), jobs);
		jobs.forEach((job) -> addRun(arguments, job));
		return run("extend", stream(), arguments);
	}

	/**
	 * Ends runs without an acknowledgement; the reply has a word for each.
	 * @param delay after how long the entries are delivered again
	 * @param counts whether the delivery counts as an attempt
	 * @param mayRunAgain whether the run is known to have had no effect
	 */
	OnceCall release(List<StreamsJob> jobs, Duration delay, boolean counts, boolean mayRunAgain) {
		ScriptArguments arguments = worker().add(StreamsBinding.HOLDER)
			.add(delay.toMillis())
			.add(counts ? "counts" : "free");
		for (StreamsJob job : jobs) {
			addRun(arguments, job).add(mayRunAgain ? this.binding.marker(job) : null).add(job.token());
		}
		return call("release", List.of(this.keys.stream(), this.keys.retries()), arguments.values());
	}

	/** Hands an entry back for another worker; the reply begins with a word. */
	OnceCall handBack(StreamsJob job, FailureAction.HandBack action) {
		ScriptArguments arguments = addRun(worker().add(StreamsBinding.HOLDER), job).add(this.binding.marker(job))
			.add(job.token())
			.add(action.most())
			.add(action.pause().toMillis())
			.add(action.rememberFor().toMillis());
		return call("handBack", List.of(this.keys.stream(), this.keys.retries(), this.keys.handBacks(job.entryId())),
				arguments.values());
	}

	/** Fails an entry for good that this worker runs. */
	OnceCall fail(StreamsJob job, byte[] failure) {
		ScriptArguments arguments = addRun(worker(), job).add(failure).add(this.binding.marker(job)).add(job.token());
		return call("fail", List.of(this.keys.stream(), this.binding.failures()), arguments.values());
	}

	/**
	 * Fails an entry for good that somebody else has left.
	 * @param deliveries how often that entry was delivered, apart from earlier ones of
	 * the job
	 */
	OnceCall failAbandoned(StreamsJob job, long deliveries, byte[] failure) {
		ScriptArguments arguments = new ScriptArguments().add(this.binding.groupBytes())
			.add(job.consumer())
			.add(job.entryId())
			.add(deliveries)
			.add(failure)
			.add((String) null)
			.add((String) null);
		return call("fail", List.of(this.keys.stream(), this.binding.failures()), arguments.values());
	}

	/** Begins runs of job ids that run once; the reply has a word for each. */
	Reply beginOnce(List<StreamsJob> jobs) {
		ScriptArguments arguments = group().add(this.binding.retention().toMillis());
		jobs.forEach((job) -> arguments.add(job.entryId()).add(job.token()).add(this.binding.marker(job)));
		return run("beginOnce", stream(), arguments);
	}

	/** Takes what this consumer held before it was restarted. */
	EntryPage takeOwn(String after, int max) {
		return new EntryPage(
				run("takeOwn", List.of(this.keys.stream(), this.keys.paused()), worker().add(after).add(max)));
	}

	/** Lists the ids of what was delivered to this consumer and has its lease. */
	EntryPage listOwn(String after, int limit) {
		return new EntryPage(run("listOwn", List.of(this.keys.stream(), this.keys.paused()),
				worker().add(this.binding.lease().toMillis()).add(after).add(limit)));
	}

	/**
	 * Takes lost entries by their ids; the reply is flat: id, delivery count, payload.
	 */
	Reply takeLost(List<String> ids) {
		ScriptArguments arguments = worker();
		ids.forEach(arguments::add);
		return run("takeLost", stream(), arguments);
	}

	void createGroup() {
		run("createGroup", stream(), group());
	}

	/**
	 * Takes entries back from workers that let their leases run out.
	 * @param attendedFor for how long others are to leave that to us
	 */
	Recovered recover(String from, int limit, Duration attendedFor) {
		Reply reply = run("recover", List.of(this.keys.stream(), this.keys.retries(), this.keys.attended()),
				group().add(StreamsBinding.HOLDER)
					.add(this.binding.lease().toMillis())
					.add(from)
					.add(limit)
					.add(attendedFor.toMillis()));
		return new Recovered(reply.text(0), (int) reply.number(1), new Reply(List.of()));
	}

	/** Makes entries readable again that others have abandoned. */
	Recovered redeliver(String after, int limit) {
		Duration abandonedAfter = Delays.bounded(this.binding.settings().abandonedAfter());
		Reply reply = run("redeliver", List.of(this.keys.stream(), this.keys.retries(), this.keys.attended()),
				group().add(abandonedAfter.toMillis())
					.add(after)
					.add(limit)
					.add(this.binding.settings().attempts())
					.add(this.keys.deliveryCounts())
					.add(Delays.bounded(this.binding.retention().plus(abandonedAfter)).toMillis()));
		return new Recovered(reply.text(0), (int) reply.number(1), reply.nested(2));
	}

	/** Counts a job that passes the queue's router. */
	long countPass(String job) {
		return run("countPass", List.of(this.keys.passes(job)), new ScriptArguments().add(PASSES_REMEMBERED.toMillis()))
			.number(0);
	}

	/** Removes old entries of the queue's stream; answers how many. */
	int trim(int limit) {
		return trim(this.keys.stream(), this.binding.retention(), limit, this.binding.group());
	}

	/** Removes old failures that belong to the queue alone; answers how many. */
	int trimDead(Duration retention, int limit) {
		return trim(this.keys.dead(), retention, limit, "");
	}

	private int trim(byte[] stream, Duration retention, int limit, String group) {
		return (int) run("trim", List.of(stream), new ScriptArguments().add(retention.toMillis()).add(limit).add(group))
			.number(0);
	}

	/** Removes consumers that hold nothing. */
	void removeConsumers(int limit) {
		run("removeConsumers", stream(),
				group().add(this.binding.settings().consumerIdle().toMillis()).add((String) null).add(limit));
	}

	/** Removes this worker's consumer, unless it holds something. */
	void removeOwnConsumer() {
		run("removeConsumers", stream(), group().add(0).add(this.binding.consumerBytes()).add(1));
	}

	Reply inspect(int countLimit) {
		return run("inspect", List.of(this.keys.stream(), this.keys.retries(), this.keys.paused(), this.keys.dead()),
				group().add(countLimit));
	}

	Reply measure() {
		return run("measure", stream(), new ScriptArguments());
	}

	/** Drops a piece of all entries; answers whether there may be more. */
	boolean drop(int limit) {
		return run("drop", List.of(this.keys.stream(), this.keys.paused(), this.keys.dead()),
				new ScriptArguments().add(limit))
			.text(0)
			.equals("more");
	}

	void pause() {
		run("setPaused", List.of(this.keys.paused()), new ScriptArguments().add("pause"));
	}

	void resume() {
		run("setPaused", List.of(this.keys.paused()), new ScriptArguments().add("resume"));
	}

	Reply describeServer() {
		return run("describeServer", stream(), new ScriptArguments());
	}

	private List<byte[]> stream() {
		return List.of(this.keys.stream());
	}

	private ScriptArguments group() {
		return new ScriptArguments().add(this.binding.groupBytes());
	}

	private ScriptArguments worker() {
		return group().add(this.binding.consumerBytes());
	}

	private static ScriptArguments addRun(ScriptArguments arguments, StreamsJob job) {
		return arguments.add(job.entryId()).add(small(job.deliveries()));
	}

	private static byte[] small(int number) {
		return (number == 1) ? ONE : Bytes.of(number);
	}

	private static ScriptArguments addRange(ScriptArguments arguments, List<StreamsJob> jobs) {
		return jobs.isEmpty() ? arguments.add((String) null).add((String) null)
				: arguments.add(EntryId.lowest(jobs)).add(EntryId.highest(jobs));
	}

	private Reply run(String name, List<byte[]> keys, ScriptArguments arguments) {
		return this.scripts.run(name, keys, arguments.values());
	}

	private OnceCall call(String name, List<byte[]> keys, List<byte[]> values) {
		return this.scripts.prepare(name, this.keys.ownPrefix(), keys, values);
	}

	/**
	 * What became of entries that had been lost.
	 *
	 * @param next where to go on
	 * @param count how many are delivered again
	 * @param spent those that were delivered often enough or cannot be again, flat: id,
	 * consumer, delivery count, deliveries of the job in all, payload, "spent" or
	 * "deleted"
	 */
	record Recovered(String next, int count, Reply spent) {

	}

}
