package io.redisjobs.protocol.conveyor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Hundreds of jobs in random trees, worked by processes that fail, lose their leases and
 * die at random moments; what is random comes from a seed that failures name.
 */
@ExtendWith(TestRedis.class)
class ConveyorRandomTreeTests {

	private static final List<String> QUEUES = List.of("left", "right");

	private static final int MOST_JOBS = 300;

	private static final int MOST_STEPS = 30_000;

	@ParameterizedTest
	@ValueSource(longs = { 42, 20_260_404 })
	void allJobsAreDoneInOrderAndNothingIsLeftBehind(long seed, Jedis jedis) {
		try (Conveyor conveyor = new Conveyor()) {
			new Simulation(seed, conveyor, jedis).run();
		}
		catch (RuntimeException ex) {
			throw new AssertionError("Failed with seed " + seed, ex);
		}
	}

	/** A job of the plan and what has become of it. */
	private static final class Node {

		private final String name;

		private final @Nullable Node parent;

		private final @Nullable Node predecessor;

		private final List<Node> children = new ArrayList<>();

		private final List<Node> heirs = new ArrayList<>();

		private int failuresLeft;

		private int runs;

		private int reasonsToRunAgain;

		private boolean finished;

		Node(String name, @Nullable Node parent, @Nullable Node predecessor) {
			this.name = name;
			this.parent = parent;
			this.predecessor = predecessor;
		}

		boolean treeIsFinished() {
			return this.finished && this.children.stream().allMatch(Node::treeIsFinished);
		}

	}

	/** A process with a connection to each queue, and the jobs it holds. */
	private static final class Process {

		private final MortalConnections mortal;

		private final ConveyorClient client;

		private final List<JobQueue> queues = new ArrayList<>();

		private final Map<ConveyorReservedJob, JobQueue> held = new HashMap<>();

		Process(Conveyor conveyor) {
			this.mortal = new MortalConnections(conveyor.connections(), Integer.MAX_VALUE);
			this.client = conveyor.client(this.mortal.factory());
			QUEUES.forEach((name) -> this.queues.add(conveyor.open(name, this.mortal.factory())));
		}

		void heartbeat() {
			this.held.forEach((job, queue) -> queue.extend(List.of(job)));
		}

	}

	private static final class Simulation {

		private final long seed;

		private final Random random;

		private final Conveyor conveyor;

		private final Jedis jedis;

		private final Map<String, Node> nodes = new HashMap<>();

		private final List<Process> processes = new ArrayList<>();

		private int deaths;

		Simulation(long seed, Conveyor conveyor, Jedis jedis) {
			this.seed = seed;
			this.random = new Random(seed);
			this.conveyor = conveyor;
			this.jedis = jedis;
		}

		void run() {
			for (int i = 0; i < 3; i++) {
				this.processes.add(new Process(this.conveyor));
			}
			for (int root = 0; this.nodes.size() < MOST_JOBS; root++) {
				Node node = grow(new Node("root " + root, null, null), 1);
				this.conveyor.client().add(message(node), false);
			}
			int steps = 0;
			while (!done()) {
				assertThat(++steps).as("steps, seed %s", this.seed).isLessThan(MOST_STEPS);
				step();
			}
			end();
		}

		private Node grow(Node node, int depth) {
			this.nodes.put(node.name, node);
			node.failuresLeft = (this.random.nextInt(5) == 0) ? 1 + this.random.nextInt(2) : 0;
			if (depth < 5) {
				for (int i = this.random.nextInt(4); i > 0; i--) {
					node.children.add(grow(new Node(node.name + " c" + i, node, null), depth + 1));
				}
				if (this.random.nextInt(4) == 0) {
					node.heirs.add(grow(new Node(node.name + " h", null, node), depth + 1));
				}
			}
			return node;
		}

		private ConveyorJob message(Node node) {
			// from the name, so that a job added again is the same
			int variant = Math.floorMod(node.name.hashCode(), 10);
			ConveyorJob.Builder job = Conveyor.job(QUEUES.get(variant % 2), node.name).maxRetries(1000);
			if (node.parent != null) {
				job.parentUuid(Conveyor.uuid(node.parent.name));
			}
			if (node.predecessor != null) {
				job.predecessorUuid(Conveyor.uuid(node.predecessor.name));
			}
			if (variant == 9) {
				job.runAt(this.conveyor.clock.instant().plusMillis(4700));
			}
			return job.build();
		}

		private boolean done() {
			return this.nodes.values().stream().allMatch((node) -> node.finished)
					&& this.processes.stream().allMatch((process) -> process.held.isEmpty())
					&& this.jedis.exists("left", "right", "scheduled", "closing", "jobs:active") == 0
					&& this.jedis.keys("worker:hand:*").isEmpty();
		}

		private void step() {
			int index = this.random.nextInt(this.processes.size());
			Process process = this.processes.get(index);
			try {
				act(process, this.random.nextInt(100));
			}
			catch (MortalConnections.Death death) {
				this.deaths++;
				process.held.keySet().forEach((job) -> node(job).reasonsToRunAgain++);
				this.processes.set(index, new Process(this.conveyor));
			}
		}

		private void act(Process process, int what) {
			if (what < 40) {
				JobQueue queue = process.queues.get(this.random.nextInt(2));
				Conveyor.take(queue, 1 + this.random.nextInt(3)).forEach((job) -> process.held.put(job, queue));
			}
			else if (what < 80) {
				process.held.keySet()
					.stream()
					.sorted((one, other) -> one.id().compareTo(other.id()))
					.skip(this.random.nextInt(process.held.size() + 1))
					.findFirst()
					.ifPresent((job) -> work(process, job));
			}
			else if (what < 88) {
				process.queues.get(this.random.nextInt(2)).maintain(50);
			}
			else if (what < 90) {
				process.mortal.dieAfter(this.random.nextInt(8));
			}
			else if (what < 91) {
				sleep(process);
			}
			else {
				pass(Duration.ofMillis(this.random.nextInt(5000)), null);
			}
		}

		/** A process that does not tell for too long that it lives. */
		private void sleep(Process process) {
			for (int i = 0; i < 4; i++) {
				pass(Duration.ofSeconds(9), process);
			}
			process.held.keySet().forEach((job) -> node(job).reasonsToRunAgain++);
		}

		private void pass(Duration time, @Nullable Process sleeping) {
			this.conveyor.clock.advance(time);
			for (Process process : this.processes) {
				if (process != sleeping && !process.mortal.dead()) {
					try {
						process.heartbeat();
					}
					catch (MortalConnections.Death death) {
						// its turn to be replaced comes with its next step
						continue;
					}
				}
			}
		}

		private void work(Process process, ConveyorReservedJob job) {
			Node node = node(job);
			JobQueue queue = process.held.get(job);
			if (queue.extend(List.of(job)).get(0).outcome() == Settlement.Outcome.LEASE_LOST) {
				assertThat(node.reasonsToRunAgain).as("lost %s, seed %s", node.name, this.seed).isPositive();
				process.held.remove(job);
				return;
			}
			node.runs++;
			verifyOrder(node);
			node.children.forEach((child) -> process.client.add(message(child), false));
			node.heirs.forEach((heir) -> process.client.add(message(heir), false));
			Settlement settlement;
			if (node.failuresLeft > 0) {
				settlement = Conveyor.fail(queue, job, FailureAction.retry());
				node.failuresLeft--;
				node.reasonsToRunAgain++;
			}
			else {
				node.finished = true;
				settlement = Conveyor.complete(queue, job);
			}
			process.held.remove(job);
			assertThat(settlement.outcome()).as("%s, seed %s", node.name, this.seed)
				.isIn(Settlement.Outcome.COMPLETED, Settlement.Outcome.RETRYING);
		}

		private void verifyOrder(Node node) {
			if (node.parent != null) {
				assertThat(node.parent.finished).as("parent of %s, seed %s", node.name, this.seed).isTrue();
			}
			if (node.predecessor != null) {
				assertThat(node.predecessor.treeIsFinished()).as("before %s, seed %s", node.name, this.seed).isTrue();
			}
		}

		private Node node(ConveyorReservedJob job) {
			return this.nodes.get(Conveyor.name(job));
		}

		private void end() {
			for (Node node : this.nodes.values()) {
				assertThat(node.runs).as("runs of %s, seed %s", node.name, this.seed)
					.isBetween(1, 1 + node.reasonsToRunAgain);
			}
			assertThat(this.deaths).as("deaths, seed %s", this.seed).isGreaterThan(5);
			this.conveyor.clock.advance(Duration.ofMinutes(1));
			this.conveyor.open("left").maintain(100);
			this.processes.forEach((process) -> {
				process.mortal.revive();
				process.queues.forEach(JobQueue::close);
			});
			this.conveyor.open("right").maintain(100);
			assertThat(TestRedis.keys(this.jedis)).as("seed %s", this.seed).isEmpty();
		}

	}

}
