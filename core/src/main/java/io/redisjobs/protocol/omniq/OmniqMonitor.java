package io.redisjobs.protocol.omniq;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

import io.redisjobs.InvalidQueueException;
import io.redisjobs.redis.Batches;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.Reply;

import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;

/** Reads what is in OmniQ queues and changes nothing. */
public final class OmniqMonitor {

	private static final int MAX_PAGE = 25;

	private static final int MAX_GROUPS = 500;

	private static final Batches<String> BATCHES = Batches.of(OmniqClient.MAX_BATCH);

	private static final String STATS = ":stats";

	private final OmniqScripts scripts;

	OmniqMonitor(OmniqScripts scripts) {
		this.scripts = scripts;
	}

	/**
	 * Finds the queues that have had a job, by a scan of the key space that takes its
	 * time on a large one.
	 */
	public SortedSet<String> queues() {
		SortedSet<String> queues = new TreeSet<>();
		ScanOptions options = ScanOptions.scanOptions().match("{*}" + STATS).count(1000).build();
		try (RedisConnection connection = this.scripts.connections().getConnection()) {
			if (connection instanceof RedisClusterConnection cluster) {
				for (RedisClusterNode node : cluster.clusterGetNodes()) {
					if (node.isMaster()) {
						collect(cluster.scan(node, options), queues);
					}
				}
			}
			else {
				collect(connection.keyCommands().scan(options), queues);
			}
		}
		return queues;
	}

	private static void collect(Cursor<byte[]> keys, SortedSet<String> queues) {
		try (keys) {
			while (keys.hasNext()) {
				String key = Bytes.text(keys.next());
				try {
					queues.add(OmniqNames.unwrapped(key.substring(0, key.length() - STATS.length())));
				}
				catch (InvalidQueueException ex) {
					// a key of something else
				}
			}
		}
	}

	/** Reads a queue's counters. */
	public OmniqStats stats(String queue) {
		return OmniqStats.of(this.scripts.readStats(new OmniqKeys(queue)));
	}

	/** Reads the counters of queues. */
	public Map<String, OmniqStats> stats(Collection<String> queues) {
		Map<String, OmniqStats> stats = new LinkedHashMap<>();
		queues.forEach((queue) -> stats.put(queue, stats(queue)));
		return stats;
	}

	/**
	 * Reads jobs of a lane by the time they came into it.
	 * @param queue the queue
	 * @param lane the lane; {@code WAIT} has grouped jobs as well
	 * @param skip how many to skip
	 * @param max the most to read, 25 or fewer
	 * @param newestFirst whether to start with the newest
	 */
	public List<OmniqJob> lane(String queue, OmniqLane lane, int skip, int max, boolean newestFirst) {
		if (skip < 0 || max < 1) {
			throw new IllegalArgumentException("A page skips 0 or more jobs and has 1 or more: " + skip + ", " + max);
		}
		OmniqLane index = (lane == OmniqLane.GWAIT) ? OmniqLane.WAIT : lane;
		Reply reply = this.scripts.readLane(new OmniqKeys(queue), index, skip, Math.min(max, MAX_PAGE), newestFirst);
		List<OmniqJob> jobs = new ArrayList<>(reply.size());
		for (int i = 0; i < reply.size(); i++) {
			OmniqJob job = OmniqJob.of("", reply.nested(i));
			if (job != null) {
				jobs.add(job);
			}
		}
		return jobs;
	}

	/** Reads the newest jobs of every lane. */
	public Map<OmniqLane, List<OmniqJob>> overview(String queue, int samples) {
		Map<OmniqLane, List<OmniqJob>> overview = new EnumMap<>(OmniqLane.class);
		for (OmniqLane lane : OmniqLane.values()) {
			if (lane != OmniqLane.GWAIT) {
				overview.put(lane, lane(queue, lane, 0, samples, true));
			}
		}
		return overview;
	}

	/** Reads a job. */
	public Optional<OmniqJob> job(String queue, String id) {
		return jobs(queue, List.of(id)).stream().findFirst();
	}

	/** Reads jobs; those that do not exist are left out. */
	public List<OmniqJob> jobs(String queue, List<String> ids) {
		List<OmniqJob> jobs = new ArrayList<>(ids.size());
		for (List<String> part : BATCHES.all(ids)) {
			Reply reply = this.scripts.readJobs(new OmniqKeys(queue), part);
			for (int i = 0; i < reply.size(); i++) {
				OmniqJob job = OmniqJob.of(part.get(i), reply.nested(i));
				if (job != null) {
					jobs.add(job);
				}
			}
		}
		return jobs;
	}

	/** Reads the groups that can be served, next one first. */
	public List<OmniqGroup> groupsReady(String queue, int max) {
		Reply reply = this.scripts.readGroups(new OmniqKeys(queue), Math.max(1, Math.min(max, MAX_GROUPS)), List.of());
		List<OmniqGroup> groups = new ArrayList<>(reply.size());
		for (int i = 0; i < reply.size(); i++) {
			groups.add(OmniqGroup.of(reply.nested(i)));
		}
		return groups;
	}

	/** Reads one group. */
	public OmniqGroup group(String queue, String gid) {
		List<String> checked = List.of(OmniqNames.group(queue, gid));
		return OmniqGroup.of(this.scripts.readGroups(new OmniqKeys(queue), 1, checked).nested(0));
	}

}
