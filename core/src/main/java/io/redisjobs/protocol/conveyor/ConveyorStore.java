package io.redisjobs.protocol.conveyor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

import io.redisjobs.redis.Bytes;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Range;
import org.springframework.data.redis.connection.Limit;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisZSetCommands.ZAddArgs;
import org.springframework.data.redis.connection.zset.Tuple;

/** What is done to Conveyor's keys with plain commands. */
final class ConveyorStore {

	private final RedisConnectionFactory connections;

	private final ConveyorKeys keys;

	ConveyorStore(RedisConnectionFactory connections, ConveyorKeys keys) {
		this.connections = connections;
		this.keys = keys;
	}

	byte @Nullable [] job(String uuid) {
		return call((connection) -> connection.stringCommands().get(this.keys.job(uuid)));
	}

	/** A part of a list; negative places count from its end. */
	List<byte[]> list(byte[] key, long from, long to) {
		return orEmpty(call((connection) -> connection.listCommands().lRange(key, from, to)));
	}

	/** The oldest entries of a list that grows at its head, oldest first. */
	List<byte[]> oldest(byte[] key, int max) {
		List<byte[]> entries = new ArrayList<>(list(key, -max, -1));
		Collections.reverse(entries);
		return entries;
	}

	long listSize(byte[] key) {
		return orZero(call((connection) -> connection.listCommands().lLen(key)));
	}

	List<byte[]> scheduled(long from, long to) {
		return orEmpty(call((connection) -> connection.zSetCommands().zRange(this.keys.scheduled(), from, to)));
	}

	long scheduledSize() {
		return orZero(call((connection) -> connection.zSetCommands().zCard(this.keys.scheduled())));
	}

	List<byte[]> due(Instant now, int max) {
		return upTo(this.keys.scheduled(), now, max);
	}

	/** Corrects when a job is due, if it is still scheduled. */
	void reschedule(byte[] entry, long epochSecond) {
		call((connection) -> connection.zSetCommands()
			.zAdd(this.keys.scheduled(), epochSecond, entry, ZAddArgs.ifExists()));
	}

	/** All scheduled jobs of all queues, with their scores. */
	List<Tuple> scheduledWithScores() {
		return orEmpty(call((connection) -> connection.zSetCommands().zRangeWithScores(this.keys.scheduled(), 0, -1)));
	}

	/** Puts a scheduled job in the place of another, if that is still scheduled. */
	void replaceScheduled(byte[] entry, byte[] next, double epochSecond) {
		call((connection) -> {
			Long removed = connection.zSetCommands().zRem(this.keys.scheduled(), entry);
			return orZero(removed) > 0
					&& Boolean.TRUE.equals(connection.zSetCommands().zAdd(this.keys.scheduled(), epochSecond, next));
		});
	}

	void dropScheduled(byte[] entry) {
		call((connection) -> connection.zSetCommands().zRem(this.keys.scheduled(), entry));
	}

	void dropFailed(byte[] entry) {
		call((connection) -> connection.listCommands().lRem(this.keys.failed(), 1, entry));
	}

	void dropQueue(String queue) {
		call((connection) -> connection.keyCommands().del(this.keys.queue(queue)));
	}

	/** The jobs of all queues that run or wait for children. */
	List<byte[]> inProgress() {
		List<byte[]> jobs = new ArrayList<>();
		for (byte[] uuid : orEmpty(call((connection) -> connection.setCommands().sMembers(this.keys.jobsActive())))) {
			byte[] job = job(Bytes.text(uuid));
			if (job != null) {
				jobs.add(job);
			}
		}
		return jobs;
	}

	/** What all workers have taken and not begun. */
	List<byte[]> inHands() {
		return hands().stream().flatMap((hand) -> list(hand, 0, -1).stream()).toList();
	}

	void dropFromHands(byte[] entry) {
		for (byte[] hand : hands()) {
			call((connection) -> connection.listCommands().lRem(hand, 0, entry));
		}
	}

	private List<byte[]> hands() {
		return orEmpty(call((connection) -> connection.setCommands().sMembers(this.keys.workersHand()))).stream()
			.map((worker) -> this.keys.hand(Bytes.text(worker)))
			.toList();
	}

	/** Removes what there is of a job beside what waits to be run. */
	void forget(ConveyorJob job) {
		String uuid = job.uuid();
		byte[] member = Bytes.of(uuid);
		call((connection) -> {
			connection.keyCommands()
				.del(this.keys.job(uuid), this.keys.children(uuid), this.keys.released(uuid), this.keys.heirs(uuid));
			connection.setCommands().sRem(this.keys.jobsActive(), member);
			connection.hashCommands().hDel(this.keys.given(), member);
			connection.zSetCommands().zRem(this.keys.closing(), member);
			connection.zSetCommands().zRem(this.keys.known(), member);
			return connection.setCommands().sRem(this.keys.released(job.parentUuid()), member);
		});
	}

	List<String> closingSince(Instant limit, int max) {
		return upTo(this.keys.closing(), limit, max).stream().map(Bytes::text).toList();
	}

	private List<byte[]> upTo(byte[] key, Instant limit, int max) {
		Range<Double> range = Range.leftUnbounded(Range.Bound.inclusive(limit.toEpochMilli() / 1000.0));
		return orEmpty(call((connection) -> connection.zSetCommands()
			.zRangeByScore(key, range, Limit.limit().offset(0).count(max))));
	}

	List<String> jobsOf(String worker) {
		Set<byte[]> members = call((connection) -> connection.setCommands().sMembers(this.keys.workerActive(worker)));
		return orEmpty(members).stream().map(Bytes::text).sorted().toList();
	}

	void pause(String queue) {
		call((connection) -> connection.setCommands().sAdd(this.keys.queuesPaused(), Bytes.of(queue)));
	}

	void resume(String queue) {
		call((connection) -> connection.setCommands().sRem(this.keys.queuesPaused(), Bytes.of(queue)));
	}

	void stopClosing(String uuid) {
		call((connection) -> connection.zSetCommands().zRem(this.keys.closing(), Bytes.of(uuid)));
	}

	private <T> @Nullable T call(Function<RedisConnection, @Nullable T> command) {
		try (RedisConnection connection = this.connections.getConnection()) {
			return command.apply(connection);
		}
	}

	private static <T> List<T> orEmpty(@Nullable Collection<T> values) {
		return (values != null) ? List.copyOf(values) : List.of();
	}

	private static long orZero(@Nullable Long value) {
		return Objects.requireNonNullElse(value, 0L);
	}

}
