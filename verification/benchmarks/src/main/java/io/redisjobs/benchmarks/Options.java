package io.redisjobs.benchmarks;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.redisjobs.test.RedisProcess;
import org.jspecify.annotations.Nullable;

/**
 * What to measure.
 *
 * @param rounds how often each side has its turn
 * @param cases the names of the cases
 * @param scale what counts are divided by: 1 for figures, more for a quick look
 * @param driver the Redis driver of redis-jobs
 * @param redis the server to start
 * @param out the folder for JSON and charts
 */
record Options(int rounds, List<String> cases, int scale, String driver, Path redis, Path out) {

	private static final String USAGE = "Usage: [--rounds n] [--cases a,b] [--quick] [--driver jedis|lettuce] [--redis redis-server] [--out folder]";

	static final String JEDIS = "jedis";

	private static final int QUICK = 50;

	static Options parse(String... args) {
		int rounds = 5;
		int scale = 1;
		List<String> cases = Cases.NAMES;
		String driver = JEDIS;
		@Nullable Path redis = null;
		Path out = Path.of("benchmark-results");
		boolean roundsGiven = false;
		List<String> rest = new ArrayList<>(Arrays.asList(args));
		while (!rest.isEmpty()) {
			String option = rest.remove(0);
			switch (option) {
				case "--quick" -> scale = QUICK;
				case "--rounds" -> {
					rounds = rounds(value(option, rest));
					roundsGiven = true;
				}
				case "--cases" -> cases = Cases.select(value(option, rest));
				case "--driver" -> driver = driver(value(option, rest));
				case "--redis" -> redis = Path.of(value(option, rest));
				case "--out" -> out = Path.of(value(option, rest));
				default -> throw new IllegalArgumentException("Unknown option " + option + ". " + USAGE);
			}
		}
		return new Options((scale > 1 && !roundsGiven) ? 1 : rounds, cases, scale, driver,
				(redis != null) ? redis : installed(), out);
	}

	// the bundled server is a static build whose memory allocator costs every script more
	private static Path installed() {
		return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
			.map((folder) -> Path.of(folder, "redis-server"))
			.filter(Files::isExecutable)
			.findFirst()
			.orElseGet(RedisProcess::bundled);
	}

	private static String value(String option, List<String> rest) {
		if (rest.isEmpty()) {
			throw new IllegalArgumentException("Option " + option + " needs a value. " + USAGE);
		}
		return rest.remove(0);
	}

	private static String driver(String value) {
		if (!List.of(JEDIS, "lettuce").contains(value)) {
			throw new IllegalArgumentException("--driver must be jedis or lettuce, not " + value);
		}
		return value;
	}

	private static int rounds(String value) {
		try {
			int rounds = Integer.parseInt(value);
			if (rounds > 0) {
				return rounds;
			}
		}
		catch (NumberFormatException ex) {
			// said below
		}
		throw new IllegalArgumentException("--rounds must be a number from 1, not " + value);
	}

}
