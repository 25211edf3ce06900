package io.redisjobs.redis;

import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisZSetCommands.ZAddArgs;
import org.springframework.data.redis.connection.zset.Tuple;

/** The times in a sorted set, which tests bring forward. */
public final class DueTimes {

	private final RedisConnectionFactory connections;

	private final byte[] key;

	/**
	 * Looks at a sorted set.
	 * @param key its key; what is in it is ordered by when it is due
	 */
	public DueTimes(RedisConnectionFactory connections, byte[] key) {
		this.connections = connections;
		this.key = key;
	}

	/** The lowest score. */
	public OptionalDouble earliest() {
		return range(0, 0).stream().mapToDouble(Tuple::getScore).findFirst();
	}

	/**
	 * Lowers all scores; what is taken out meanwhile stays out.
	 * @return what was lowered
	 */
	public List<String> lower(double by) {
		List<Tuple> entries = List.copyOf(range(0, -1));
		Connections.use(this.connections, (connection) -> {
			for (Tuple entry : entries) {
				connection.zSetCommands().zAdd(this.key, entry.getScore() - by, entry.getValue(), ZAddArgs.ifExists());
			}
			return entries;
		});
		return entries.stream().map((entry) -> Bytes.text(entry.getValue())).toList();
	}

	/** Lowers one score, if its entry is there. */
	public void lower(String entry, double by) {
		byte[] member = Bytes.of(entry);
		Connections.use(this.connections, (connection) -> {
			Double score = connection.zSetCommands().zScore(this.key, member);
			return score != null && Boolean.TRUE
				.equals(connection.zSetCommands().zAdd(this.key, score - by, member, ZAddArgs.ifExists()));
		});
	}

	private Set<Tuple> range(long from, long to) {
		return Connections.use(this.connections,
				(connection) -> connection.zSetCommands().zRangeWithScores(this.key, from, to));
	}

}
