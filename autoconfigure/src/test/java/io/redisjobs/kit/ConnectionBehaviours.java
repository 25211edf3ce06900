package io.redisjobs.kit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a container does with its connections, in any contract. */
public abstract class ConnectionBehaviours extends ContractKit {

	protected ConnectionBehaviours(Contract contract) {
		super(contract);
	}

	@Test
	void aWaitForJobsCanBeEnded(Jedis jedis) {
		// where leases are short, waits end early by themselves
		JobsApplication application = run(application().properties("redis-jobs.defaults.lease=10m"));
		JobQueue target = application.queue(this.queue);
		target.reserve(1, Duration.ZERO);
		List<Duration> times = new ArrayList<>();
		for (int i = 0; i < 9; i++) {
			CompletableFuture<Reservation> ended = CompletableFuture
				.supplyAsync(() -> target.reserve(1, Duration.ofMinutes(5)));
			await().atMost(PATIENCE).until(() -> ended.isDone() || hasWaitingConnection(jedis));
			long before = System.nanoTime();
			target.wakeUp();
			assertThat(ended).succeedsWithin(PATIENCE).matches((taken) -> taken.jobs().isEmpty());
			times.add(Duration.ofNanos(System.nanoTime() - before));
		}
		// those of streams end after a second in any case
		assertThat(times.stream().sorted().toList().get(times.size() / 2)).isLessThan(Duration.ofMillis(500));
	}

	@Test
	void aDisconnectedQueueHasNoConnectionOfItsOwnUntilItWaitsAgain(Jedis jedis) {
		JobsApplication application = run(application());
		JobQueue target = application.queue(this.queue);
		target.reserve(1, Duration.ofMillis(10));
		for (int i = 1; i <= 2; i++) {
			CompletableFuture<Reservation> ended = CompletableFuture
				.supplyAsync(() -> target.reserve(1, Duration.ofSeconds(20)));
			await().atMost(PATIENCE).until(() -> hasWaitingConnection(jedis));
			target.disconnect();
			assertThat(ended).succeedsWithin(Duration.ofSeconds(5)).matches((taken) -> taken.jobs().isEmpty());
			await().atMost(PATIENCE).until(() -> !hasWaitingConnection(jedis));
		}
		CompletableFuture<ReservedJob> taken = CompletableFuture.supplyAsync(() -> reserve(application));
		await().atMost(PATIENCE).until(() -> hasWaitingConnection(jedis));
		publish(application, payload(1));
		assertThat(taken).succeedsWithin(PATIENCE);
	}

	private static boolean hasWaitingConnection(Jedis jedis) {
		return jedis.clientList()
			.lines()
			.anyMatch((client) -> client.matches(".* cmd=(bzpopmin|blmove|xreadgroup) .*"));
	}

	@Test
	void scriptsThatRedisForgotAreSentAgain(Jedis jedis) {
		AtomicInteger runs = new AtomicInteger();
		JobsApplication application = run((job) -> runs.incrementAndGet());
		publish(application, payload(1));
		await().atMost(PATIENCE).until(() -> runs.get() == 1);
		jedis.scriptFlush();
		publish(application, payload(2));
		await().atMost(PATIENCE).until(() -> runs.get() == 2);
	}

	@Test
	void aContainerWhoseConnectionsWereCutComesBack(Jedis jedis) {
		AtomicInteger runs = new AtomicInteger();
		JobsApplication application = run((job) -> runs.incrementAndGet());
		publish(application, payload(1));
		await().atMost(PATIENCE).until(() -> runs.get() == 1);
		jedis.sendCommand(() -> "CLIENT".getBytes(), "KILL", "TYPE", "normal", "SKIPME", "yes");
		await().atMost(PATIENCE).ignoreExceptions().until(() -> publish(application, payload(2)).added());
		await().atMost(PATIENCE).until(() -> runs.get() >= 2);
	}

	@Test
	void aContainerAtRestNeedsLittle(Jedis jedis) {
		JobsApplication application = run((job) -> null);
		publish(application, payload(1));
		await().atMost(PATIENCE).untilAsserted(() -> assertNothingIsLeft(application));
		long before = commands(jedis);
		await().pollDelay(Duration.ofSeconds(2)).atMost(PATIENCE).until(() -> true);
		long perMinute = (commands(jedis) - before) * 30;
		System.out.println(protocol() + ": about " + perMinute + " commands a minute at rest");
		assertThat(perMinute).isLessThan(3000);
	}

	private static long commands(Jedis jedis) {
		return jedis.info("stats")
			.lines()
			.filter((line) -> line.startsWith("total_commands_processed:"))
			.map((line) -> Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
			.findFirst()
			.orElseThrow();
	}

}
