package io.redisjobs.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All cases. */
final class Cases {

	static final String GROWTH = "growth/bullmq";

	private static final Map<String, BenchmarkCase> CASES = new LinkedHashMap<>();

	static {
		for (String contract : List.of("bullmq", "omniq", "conveyor", "streams")) {
			// streams are that much faster that the same counts would be over too soon
			int factor = contract.equals("streams") ? 2 : 1;
			put(contract, "add", Contender.Verb.ADD, new Shape(100_000, 16, false, 0));
			put(contract, "bulk", Contender.Verb.BULK, new Shape(100_000 * factor, 16, false, 0));
			put(contract, "process-1", Contender.Verb.PROCESS, new Shape(8_000, 1, false, 0));
			put(contract, "process-16", Contender.Verb.PROCESS, new Shape(100_000 * factor, 16, false, 0));
			put(contract, "process-100", Contender.Verb.PROCESS, new Shape(100_000 * factor, 100, false, 0));
			if (contract.equals("bullmq")) {
				put(contract, "process-1-kept", Contender.Verb.PROCESS, new Shape(8_000, 1, true, 0));
				put(contract, "process-16-kept", Contender.Verb.PROCESS, new Shape(100_000, 16, true, 0));
				put(contract, "process-100-kept", Contender.Verb.PROCESS, new Shape(100_000, 100, true, 0));
			}
			put(contract, "latency", Contender.Verb.LATENCY, new Shape(1_000, 1, false, 0));
			put(contract, "slots-500", Contender.Verb.PROCESS, new Shape(20_000, 500, false, 50));
			put(contract, "end-to-end", Contender.Verb.END_TO_END, new Shape(20_000, 16, false, 0));
			put(contract, "memory", Contender.Verb.BULK, new Shape(100_000, 16, false, 0));
		}
	}

	static final List<String> NAMES = Stream.concat(CASES.keySet().stream(), Stream.of(GROWTH)).toList();

	private Cases() {
	}

	private static void put(String contract, String name, Contender.Verb verb, Shape shape) {
		String full = contract + "/" + name;
		CASES.put(full, new BenchmarkCase(full, verb, new Task(contract, Task.MEASURED, shape.count(),
				shape.concurrency(), shape.kept(), shape.handlerMillis()), shape.count() / 2));
	}

	/** The cases of comma-separated names; a contract's name stands for all of its. */
	static List<String> select(String names) {
		List<String> selected = new ArrayList<>();
		for (String name : Arrays.stream(names.split(",")).map(String::trim).toList()) {
			List<String> matches = NAMES.stream()
				.filter((candidate) -> candidate.equals(name) || candidate.startsWith(name + "/"))
				.toList();
			if (matches.isEmpty()) {
				throw new IllegalArgumentException(
						"Unknown case '" + name + "'. The cases are: " + String.join(", ", NAMES));
			}
			selected.addAll(matches);
		}
		return selected.stream().distinct().toList();
	}

	static BenchmarkCase get(String name, int scale) {
		BenchmarkCase found = CASES.get(name);
		if (found == null) {
			throw new IllegalArgumentException("No case " + name);
		}
		return (scale == 1) ? found : found.scaled(scale);
	}

	private record Shape(int count, int concurrency, boolean kept, int handlerMillis) {
	}

}
