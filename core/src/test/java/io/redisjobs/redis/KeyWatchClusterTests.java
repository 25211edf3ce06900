package io.redisjobs.redis;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.redisjobs.test.RedisClusterProcess;
import io.redisjobs.test.RedisProcess;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Watches on a cluster, whose nodes have keys of their own. */
class KeyWatchClusterTests {

	private final AtomicInteger told = new AtomicInteger();

	@Test
	void aNodeIsWatchedAgainAlthoughTheFirstKeyOfItHasMoved() {
		try (RedisClusterProcess cluster = RedisClusterProcess.start()) {
			JedisConnectionFactory connections = new JedisConnectionFactory(
					new RedisClusterConfiguration(List.of(cluster.nodes().split(","))));
			connections.afterPropertiesSet();
			connections.start();
			RedisProcess node = cluster.masters().get(0);
			List<String> keys = IntStream.range(0, 1000)
				.mapToObj((i) -> "key-" + i)
				.filter((key) -> cluster.master(key) == node)
				.limit(2)
				.toList();
			try (KeyWatch first = new KeyWatch(connections, List.of(Bytes.of(keys.get(0))));
					KeyWatch second = new KeyWatch(connections, List.of(Bytes.of(keys.get(1))))) {
				assertThat(begins(first)).isTrue();
				assertThat(begins(second)).isTrue();
				move(cluster, keys.get(0), node, cluster.masters().get(1));
				try (Jedis jedis = node.connect()) {
					jedis.sendCommand(() -> Bytes.of("CLIENT"), "KILL", "TYPE", "pubsub");
				}
				await().until(() -> this.told.get() == 2);
				assertThat(begins(second)).isTrue();
				try (Jedis jedis = node.connect()) {
					jedis.rpush(keys.get(1), "job");
				}
				await().until(() -> this.told.get() == 3);
				await().until(() -> begins(first));
			}
			connections.destroy();
		}
	}

	private boolean begins(KeyWatch watch) {
		return !watch.begin(this.told::incrementAndGet).isZero();
	}

	private static void move(RedisClusterProcess cluster, String key, RedisProcess from, RedisProcess to) {
		try (Jedis source = from.connect(); Jedis target = to.connect()) {
			int slot = (int) source.clusterKeySlot(key);
			target.clusterSetSlotImporting(slot, source.clusterMyId());
			source.clusterSetSlotMigrating(slot, target.clusterMyId());
			// first, so that the others believe it
			target.clusterSetSlotNode(slot, target.clusterMyId());
			for (RedisProcess master : cluster.masters()) {
				try (Jedis jedis = master.connect()) {
					jedis.clusterSetSlotNode(slot, target.clusterMyId());
				}
			}
		}
	}

}
