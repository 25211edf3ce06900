package io.redisjobs.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.redisjobs.test.RedisProcess;
import redis.clients.jedis.Jedis;

/** Measures redis-jobs and Node BullMQ in turn on a Redis of its own. */
public final class Benchmarks {

	/** Emptying a server of a million jobs takes longer than any other call. */
	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private Benchmarks() {
	}

	public static void main(String[] args) throws IOException {
		try {
			run(Options.parse(args));
		}
		catch (IllegalArgumentException ex) {
			System.err.println(ex.getMessage());
			System.exit(2);
		}
	}

	/** Measures, prints a table and writes JSON and charts. */
	static Results run(Options options) throws IOException {
		Results results = new Results();
		List<Growth.Point> growth = List.of();
		String version;
		try (RedisProcess redis = RedisProcess.start(options.redis(), "--appendonly no");
				Jedis jedis = redis.connect(PATIENCE)) {
			JobApplication.Server server = new JobApplication.Server(redis.port(), options.driver());
			version = new RedisMeter(jedis).version();
			List<String> compared = options.cases().stream().filter((name) -> !name.equals(Cases.GROWTH)).toList();
			compare(compared, options, server, jedis, results);
			if (options.cases().contains(Cases.GROWTH)) {
				System.err.println(Cases.GROWTH);
				growth = new Growth(jedis, options.scale()).measure(server);
			}
		}
		report(results, growth, version, options);
		return results;
	}

	private static void compare(List<String> cases, Options options, JobApplication.Server server, Jedis jedis,
			Results results) {
		if (cases.isEmpty()) {
			return;
		}
		List<Contender> contenders = new ArrayList<>();
		NodeContender.start(server.port())
			.ifPresentOrElse(contenders::add,
					() -> System.err.println("Node or BullMQ is not installed: redis-jobs is measured alone"));
		contenders.add(new JavaContender(server));
		CaseRunner runner = new CaseRunner(jedis);
		try {
			for (int round = 1; round <= options.rounds(); round++) {
				for (String name : cases) {
					BenchmarkCase next = Cases.get(name, options.scale());
					for (Contender contender : contenders) {
						if (contender.speaks(next.task().contract())) {
							Sample sample = runner.run(next, contender);
							results.add(name, contender.name(), sample);
							System.err.println("round " + round + " " + name + " " + contender.name() + " "
									+ sample.figures().values());
						}
					}
				}
				// whoever comes second may gain or lose by it
				Collections.reverse(contenders);
			}
		}
		finally {
			contenders.forEach(Contender::close);
		}
	}

	private static void report(Results results, List<Growth.Point> growth, String version, Options options)
			throws IOException {
		String caption = "redis-jobs and " + NodeContender.NAME + " on Redis " + version + ", "
				+ Runtime.getRuntime().availableProcessors() + " cores, " + options.rounds() + " rounds";
		Files.createDirectories(options.out());
		Files.writeString(options.out().resolve("results.json"), JsonReport.of(results, growth, version, options));
		if (!results.cases().isEmpty()) {
			System.out.println(caption + "\n" + TableReport.of(results) + "\n" + TableReport.commandsOf(results));
			Files.writeString(options.out().resolve("results.svg"), BarChart.of(results, caption));
		}
		if (!growth.isEmpty()) {
			System.out.println(TableReport.of(growth));
			Files.writeString(options.out().resolve("growth.svg"), LineChart.ofOperations(growth));
			Files.writeString(options.out().resolve("growth-throughput.svg"), LineChart.ofThroughput(growth));
		}
		System.out.println("Written to " + options.out().toAbsolutePath());
	}

}
