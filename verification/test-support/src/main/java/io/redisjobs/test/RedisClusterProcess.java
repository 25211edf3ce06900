package io.redisjobs.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import redis.clients.jedis.Jedis;

import static org.awaitility.Awaitility.await;

/** A Redis Cluster of three masters. */
public final class RedisClusterProcess implements AutoCloseable {

	private static final int SLOTS = 16384;

	private final List<RedisProcess> masters = new ArrayList<>();

	private RedisClusterProcess() {
	}

	/** Starts a cluster and waits until it takes commands. */
	public static RedisClusterProcess start() {
		RedisClusterProcess cluster = new RedisClusterProcess();
		try {
			for (int i = 0; i < 3; i++) {
				cluster.masters.add(RedisProcess.start("--cluster-enabled yes", "--cluster-node-timeout 15000"));
			}
			cluster.join();
			return cluster;
		}
		catch (RuntimeException ex) {
			cluster.close();
			throw ex;
		}
	}

	private void join() {
		int share = share();
		for (int i = 0; i < this.masters.size(); i++) {
			try (Jedis jedis = this.masters.get(i).connect()) {
				jedis.clusterAddSlotsRange(i * share, Math.min((i + 1) * share, SLOTS) - 1);
				jedis.clusterMeet("127.0.0.1", this.masters.get(0).port());
			}
		}
		for (RedisProcess master : this.masters) {
			try (Jedis jedis = master.connect()) {
				await().atMost(Duration.ofSeconds(60))
					.until(() -> jedis.clusterInfo().contains("cluster_state:ok")
							&& jedis.clusterInfo().contains("cluster_known_nodes:" + this.masters.size()));
			}
		}
	}

	/** The masters' addresses, separated by commas. */
	public String nodes() {
		return this.masters.stream().map((master) -> "127.0.0.1:" + master.port()).collect(Collectors.joining(","));
	}

	/** The masters. */
	public List<RedisProcess> masters() {
		return List.copyOf(this.masters);
	}

	/** The master that has a key. */
	public RedisProcess master(String key) {
		try (Jedis jedis = this.masters.get(0).connect()) {
			return this.masters.get((int) jedis.clusterKeySlot(key) / share());
		}
	}

	private int share() {
		return (SLOTS + this.masters.size() - 1) / this.masters.size();
	}

	@Override
	public void close() {
		this.masters.forEach(RedisProcess::close);
	}

}
