package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Thousands of mixed operations from several threads: every group keeps its limit and its
 * order throughout, and lanes, hashes, indexes and counters agree in the end.
 */
@ExtendWith(TestRedis.class)
class OmniqMixedOperationsTests {

	private static final String QUEUE = "mixed";

	private static final int THREADS = 4;

	private static final int OPERATIONS = 1000;

	private static final int GROUPS = 5;

	private static final long TIMEOUT = 1_000_000_000L;

	private final AtomicLong now = new AtomicLong(1_700_000_000_000L);

	private final Map<String, AtomicInteger> running = new ConcurrentHashMap<>();

	private final Map<String, Integer> lastStarted = new ConcurrentHashMap<>();

	private final Map<String, AtomicInteger> published = new ConcurrentHashMap<>();

	private final List<String> ids = new CopyOnWriteArrayList<>();

	private final Set<String> removed = ConcurrentHashMap.newKeySet();

	private final Set<String> retried = ConcurrentHashMap.newKeySet();

	private final Object reserving = new Object();

	private OmniqFixture fixture;

	private OmniqClient client;

	@BeforeEach
	void open() {
		this.fixture = new OmniqFixture();
		this.client = this.fixture.client(OmniqSettings.defaults().withKept(-1, -1));
		for (int i = 0; i < GROUPS; i++) {
			this.running.put("g" + i, new AtomicInteger());
			this.published.put("g" + i, new AtomicInteger());
		}
	}

	@AfterEach
	void close() {
		this.fixture.close();
	}

	@Test
	void everythingAgreesInTheEnd(Jedis jedis) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(THREADS);
		List<Future<Void>> results = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			long seed = 17 + i;
			Callable<Void> work = () -> work(new Random(seed));
			results.add(threads.submit(work));
		}
		for (Future<Void> result : results) {
			result.get(120, TimeUnit.SECONDS);
		}
		threads.shutdown();
		OmniqFixture.checkQueue(jedis, QUEUE);
		repairChangesNothing(jedis);
		drain();
		OmniqFixture.checkQueue(jedis, QUEUE);
		OmniqStats.Counts counts = this.client.monitor().stats(QUEUE).counts();
		assertThat(counts.waitingTotal() + counts.active() + counts.delayed()).isZero();
		assertThat(counts.completedKept() + counts.failed()).isEqualTo(this.ids.size() - this.removed.size());
		assertThat(jedis.keys("{mixed}:job:*")).hasSize(this.ids.size() - this.removed.size());
	}

	private void repairChangesNothing(Jedis jedis) {
		Map<String, Object> before = contents(jedis);
		for (int piece = 0; piece < 40; piece++) {
			assertThat(this.fixture.scripts().repair(new OmniqKeys(QUEUE), tick(), Duration.ZERO)).isFalse();
		}
		assertThat(contents(jedis)).isEqualTo(before);
	}

	private static Map<String, Object> contents(Jedis jedis) {
		Map<String, Object> contents = new TreeMap<>();
		for (String key : jedis.keys("{mixed}:*")) {
			contents.put(key, switch (jedis.type(key)) {
				case "hash" -> jedis.hgetAll(key);
				case "list" -> jedis.lrange(key, 0, -1);
				case "zset" -> jedis.zrangeWithScores(key, 0, -1);
				default -> jedis.get(key);
			});
		}
		return contents;
	}

	private Void work(Random random) {
		List<OmniqReserveResult.Job> held = new ArrayList<>();
		for (int i = 0; i < OPERATIONS; i++) {
			int dice = random.nextInt(100);
			if (dice < 35) {
				publish(random);
			}
			else if (dice < 60) {
				held.addAll(reserve(1 + random.nextInt(5)));
			}
			else if (dice < 80 && !held.isEmpty()) {
				acknowledge(held.remove(random.nextInt(held.size())), random);
			}
			else if (dice < 85 && !held.isEmpty()) {
				OmniqReserveResult.Job job = held.get(0);
				this.client.heartbeat(QUEUE, job.jobId(), job.leaseToken(), tick());
			}
			else if (dice < 90) {
				this.client.promoteDelayed(QUEUE, 1 + random.nextInt(20), tick());
			}
			else if (dice < 97 && !this.ids.isEmpty()) {
				administer(random);
			}
			else if (dice < 98) {
				this.client.pause(QUEUE);
			}
			else {
				this.client.resume(QUEUE);
			}
		}
		// one job is left behind as if its worker had died
		held.stream().skip(1).forEach((job) -> acknowledge(job, random));
		return null;
	}

	private long tick() {
		return this.now.incrementAndGet();
	}

	private void publish(Random random) {
		OmniqPublishOptions options = OmniqPublishOptions.defaults()
			.withTimeoutMs(TIMEOUT)
			.withMaxAttempts(1 + random.nextInt(3))
			.withBackoffMs(random.nextInt(50));
		int group = random.nextInt(GROUPS + 3);
		if (group >= GROUPS) {
			this.ids.add(this.client.publish(QUEUE, Map.of("n", 0), delayed(options, random), tick()));
			return;
		}
		String gid = "g" + group;
		AtomicInteger numbers = this.published.get(gid);
		synchronized (numbers) {
			boolean inOrder = random.nextInt(10) > 0;
			int number = inOrder ? numbers.incrementAndGet() : 0;
			OmniqPublishOptions grouped = options.withGroup(gid, limit(gid));
			this.ids.add(this.client.publish(QUEUE, Map.of("n", number),
					inOrder ? grouped : grouped.withDueMs(this.now.get() + 1000), tick()));
		}
	}

	private OmniqPublishOptions delayed(OmniqPublishOptions options, Random random) {
		return (random.nextInt(4) == 0) ? options.withDueMs(this.now.get() + random.nextInt(200)) : options;
	}

	private static int limit(String gid) {
		return 1 + Integer.parseInt(gid.substring(1)) % 3;
	}

	// one at a time, so that the order seen is the order in which Redis granted
	private List<OmniqReserveResult.Job> reserve(int max) {
		List<OmniqReserveResult.Job> jobs = new ArrayList<>();
		synchronized (this.reserving) {
			for (OmniqReserveResult result : this.client.reserveMany(QUEUE, max, tick())) {
				if (result instanceof OmniqReserveResult.Job job) {
					jobs.add(job);
					started(job);
				}
			}
		}
		return jobs;
	}

	private void started(OmniqReserveResult.Job job) {
		if (job.gid() == null) {
			return;
		}
		assertThat(this.running.get(job.gid()).incrementAndGet()).as("running of " + job.gid())
			.isLessThanOrEqualTo(limit(job.gid()));
		int number = Integer.parseInt(job.payload().replaceAll("\\D", ""));
		if (number > 0 && job.attempt() == 1 && !this.retried.contains(job.jobId())) {
			Integer last = this.lastStarted.put(job.gid(), number);
			assertThat(number).as("order of " + job.gid()).isGreaterThan((last != null) ? last : 0);
		}
	}

	private void acknowledge(OmniqReserveResult.Job job, Random random) {
		if (job.gid() != null) {
			this.running.get(job.gid()).decrementAndGet();
		}
		if (random.nextInt(3) == 0) {
			this.client.ackFail(QUEUE, job.jobId(), job.leaseToken(), "no", tick());
		}
		else {
			this.client.ackSuccess(QUEUE, job.jobId(), job.leaseToken(), tick());
		}
	}

	private void administer(Random random) {
		String id = this.ids.get(random.nextInt(this.ids.size()));
		if (random.nextBoolean()) {
			this.retried.add(id);
			this.client.retryFailed(QUEUE, List.of(id), tick());
			return;
		}
		OmniqLane lane = OmniqLane.values()[random.nextInt(OmniqLane.values().length)];
		if (lane != OmniqLane.ACTIVE && this.client.removeJobs(QUEUE, List.of(id), lane, tick()).get(0).ok()) {
			this.removed.add(id);
		}
	}

	private void drain() {
		this.client.resume(QUEUE);
		for (int round = 0; round < 1000; round++) {
			long later = this.now.addAndGet(2 * TIMEOUT);
			this.client.reapExpired(QUEUE, 1000, later);
			this.client.promoteDelayed(QUEUE, 1000, this.now.addAndGet(TIMEOUT));
			List<OmniqReserveResult> taken = this.client.reserveMany(QUEUE, 500, tick());
			List<OmniqLease> leases = taken.stream()
				.filter(OmniqReserveResult.Job.class::isInstance)
				.map((result) -> ((OmniqReserveResult.Job) result).lease())
				.toList();
			if (leases.isEmpty()) {
				return;
			}
			assertThat(this.client.ackSuccess(QUEUE, leases, tick())).allMatch(OmniqOutcome::ok);
		}
	}

}
