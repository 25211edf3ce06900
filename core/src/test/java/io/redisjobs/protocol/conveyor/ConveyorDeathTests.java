package io.redisjobs.protocol.conveyor;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A worker dies before each of its scripts in turn, and another completes the tree.
 */
@ExtendWith(TestRedis.class)
class ConveyorDeathTests {

	private static final Map<String, List<String>> CHILDREN = Map.of("root", List.of("a", "b", "later"), "a",
			List.of("deep"));

	private static final Map<String, List<String>> HEIRS = Map.of("root", List.of("last", "also last"), "a",
			List.of("after a"));

	private static final List<String> ALL = List.of("root", "a", "b", "later", "deep", "after a", "last", "also last");

	@Test
	void whereverAWorkerDiesItsTreeIsCompletedAndEveryJobIsReleasedOnce(Jedis jedis) {
		int scripts = 0;
		boolean died = true;
		while (died) {
			jedis.flushDB();
			died = diesAfter(scripts++, jedis);
		}
		assertThat(scripts).isGreaterThan(30);
	}

	private boolean diesAfter(int scripts, Jedis jedis) {
		try (Conveyor conveyor = new Conveyor()) {
			conveyor.client().add(Conveyor.job("mail", "root").build(), false);
			MortalConnections mortal = new MortalConnections(conveyor.connections(), scripts);
			Run run = new Run(conveyor, jedis);
			try {
				run.work(conveyor.open("mail", mortal.factory()), conveyor.client(mortal.factory()),
						Duration.ofSeconds(6));
			}
			catch (MortalConnections.Death death) {
				run.inHand = run.running;
			}
			JobQueue other = conveyor.open("mail");
			run.work(other, conveyor.client(), Duration.ofSeconds(40));
			// the last to go may have left a worker to be forgotten
			conveyor.clock.advance(Duration.ofSeconds(40));
			other.maintain(100);
			run.verify("death before script " + scripts);
			conveyor.close();
			if (mortal.dead()) {
				assertThat(TestRedis.keys(jedis)).as("death before script %s", scripts).isEmpty();
			}
			return mortal.dead();
		}
	}

	/** What the handlers have seen. */
	private static final class Run {

		private final Conveyor conveyor;

		private final Jedis jedis;

		private final Map<String, Integer> runs = new HashMap<>();

		private @Nullable String running;

		private @Nullable String inHand;

		private boolean failed;

		Run(Conveyor conveyor, Jedis jedis) {
			this.conveyor = conveyor;
			this.jedis = jedis;
		}

		void work(JobQueue queue, ConveyorClient client, Duration step) {
			for (int round = 0; round < 12 && !done(); round++) {
				for (List<ConveyorReservedJob> jobs = Conveyor.take(queue, 1); !jobs.isEmpty(); jobs = Conveyor
					.take(queue, 1)) {
					run(queue, client, jobs.get(0));
				}
				this.conveyor.clock.advance(step);
				queue.maintain(100);
			}
		}

		private boolean done() {
			return this.jedis.exists("mail", "scheduled", "closing", "jobs:active") == 0
					&& this.jedis.scard("workers:hand") < 2 && this.jedis.keys("worker:hand:*").isEmpty();
		}

		private void run(JobQueue queue, ConveyorClient client, ConveyorReservedJob job) {
			String name = Conveyor.name(job);
			this.running = name;
			this.runs.merge(name, 1, Integer::sum);
			for (String child : CHILDREN.getOrDefault(name, List.of())) {
				ConveyorJob.Builder builder = Conveyor.job("mail", child).parentUuid(job.id()).maxRetries(9);
				if (child.equals("later")) {
					builder.runAt(this.conveyor.clock.instant().plusSeconds(10));
				}
				client.add(builder.build(), false);
			}
			for (String heir : HEIRS.getOrDefault(name, List.of())) {
				client.add(Conveyor.job("mail", heir).predecessorUuid(job.id()).build(), false);
			}
			if (name.equals("b") && !this.failed) {
				Conveyor.fail(queue, job, FailureAction.retry());
				this.failed = true;
			}
			else {
				Conveyor.complete(queue, job);
			}
			this.running = null;
		}

		void verify(String description) {
			assertThat(this.runs.keySet()).as(description).containsExactlyInAnyOrderElementsOf(ALL);
			this.runs.forEach((name, count) -> {
				int expected = name.equals("b") ? 2 : 1;
				int most = expected + (name.equals(this.inHand) ? 1 : 0);
				assertThat(count).as("runs of %s, %s", name, description).isBetween(expected, most);
			});
		}

	}

}
