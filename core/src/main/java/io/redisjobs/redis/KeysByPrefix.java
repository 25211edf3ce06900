package io.redisjobs.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;

/** Finds keys by how they begin, which tests need that empty a queue. */
public final class KeysByPrefix {

	private static final int AT_A_TIME = 1000;

	private final RedisConnectionFactory connections;

	public KeysByPrefix(RedisConnectionFactory connections) {
		this.connections = connections;
	}

	/** Removes the keys that begin with a prefix, apart from the memory of calls. */
	public void remove(String prefix) {
		remove(find(prefix, (rest) -> !rest.startsWith("call:")));
	}

	/**
	 * Removes the keys that begin with a prefix, apart from those of others whose prefix
	 * is longer.
	 * @param end what a key ends with that each of these has
	 */
	public void removeUnlessNested(String prefix, String end) {
		List<String> others = find(prefix, (rest) -> rest.endsWith(":" + end)).stream()
			.map(Bytes::text)
			.map((key) -> key.substring(prefix.length(), key.length() - end.length()))
			.toList();
		remove(find(prefix, (rest) -> others.stream().noneMatch(rest::startsWith)));
	}

	private void remove(List<byte[]> keys) {
		if (!keys.isEmpty()) {
			Connections.use(this.connections, (connection) -> {
				// one by one, because they may be of different slots
				keys.forEach((key) -> connection.keyCommands().del(key));
				return keys;
			});
		}
	}

	/**
	 * Lets keys end earlier that end at some time.
	 * @param prefix what they begin with
	 * @param wanted whether a key is meant, by what follows the prefix
	 */
	public void shorten(String prefix, Predicate<String> wanted, long millis) {
		List<byte[]> keys = find(prefix, wanted);
		Connections.use(this.connections, (connection) -> {
			for (byte[] key : keys) {
				Long left = connection.keyCommands().pTtl(key);
				if (left != null && left > 0) {
					connection.keyCommands().pExpire(key, left - millis);
				}
			}
			return keys;
		});
	}

	private List<byte[]> find(String prefix, Predicate<String> rest) {
		Predicate<byte[]> wanted = (key) -> rest.test(Bytes.text(key).substring(prefix.length()));
		ScanOptions options = ScanOptions.scanOptions().match(escaped(prefix) + "*").count(AT_A_TIME).build();
		return Connections.use(this.connections, (connection) -> {
			List<byte[]> found = new ArrayList<>();
			if (connection instanceof RedisClusterConnection cluster) {
				for (RedisClusterNode node : cluster.clusterGetNodes()) {
					if (node.isMaster()) {
						collect(cluster.scan(node, options), wanted, found);
					}
				}
			}
			else {
				collect(scan(connection, options), wanted, found);
			}
			return found;
		});
	}

	private static Cursor<byte[]> scan(RedisConnection connection, ScanOptions options) {
		return connection.keyCommands().scan(options);
	}

	private static void collect(Cursor<byte[]> keys, Predicate<byte[]> wanted, List<byte[]> found) {
		try (keys) {
			keys.forEachRemaining((key) -> {
				if (wanted.test(key)) {
					found.add(key);
				}
			});
		}
	}

	private static String escaped(String prefix) {
		return prefix.replaceAll("[\\\\*?\\[\\]^-]", "\\\\$0");
	}

}
