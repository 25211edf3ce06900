package io.redisjobs.benchmarks;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;

/** The results as text. */
final class TableReport {

	private TableReport() {
	}

	static String of(Results results) {
		StringBuilder text = new StringBuilder();
		text.append(String.format(Locale.ROOT, "%-34s %14s %14s %8s", "medians", NodeContender.NAME, JavaContender.NAME,
				"ratio"));
		for (Sample.Cost cost : Sample.Cost.values()) {
			text.append(String.format(Locale.ROOT, " %17s", cost.title() + "/job"));
		}
		text.append('\n');
		String previous = "";
		for (Results.Line line : results.lines()) {
			text.append(String.format(Locale.ROOT, "%-34s %14s %14s %8s", line.name() + " " + line.figure().unit(),
					number(line.peer()), number(line.own()),
					line.ratio().isPresent() ? String.format(Locale.ROOT, "%.2fx", line.ratio().getAsDouble()) : ""));
			if (!previous.equals(line.name())) {
				for (Sample.Cost cost : Sample.Cost.values()) {
					text.append(String.format(Locale.ROOT, " %17s", costs(results, line.name(), cost)));
				}
			}
			previous = line.name();
			text.append('\n');
		}
		text.append("ratio: how many times better redis-jobs is, the median of the rounds' ratios. ")
			.append("Costs per job: " + NodeContender.NAME + " / " + JavaContender.NAME + "; calls are sent by ")
			.append("the client, reads are Redis' reads from sockets, commands include those inside scripts\n");
		return text.toString();
	}

	private static String costs(Results results, String name, Sample.Cost cost) {
		OptionalDouble own = results.cost(name, JavaContender.NAME, cost);
		OptionalDouble peer = results.cost(name, NodeContender.NAME, cost);
		if (own.isEmpty()) {
			return "";
		}
		return (peer.isPresent() ? number(peer) + " / " : "") + number(own);
	}

	/** What Redis did for a job, command by command. */
	static String commandsOf(Results results) {
		StringBuilder text = new StringBuilder("calls and microseconds in Redis for a job (last round)\n");
		for (String name : results.cases()) {
			for (String side : List.of(NodeContender.NAME, JavaContender.NAME)) {
				List<Sample> samples = results.of(name, side);
				if (!samples.isEmpty()) {
					text.append(name).append(' ').append(side).append(':');
					samples.get(samples.size() - 1)
						.commands()
						.forEach((command, cost) -> text.append(String.format(Locale.ROOT, "  %s %.2f (%.1f us)",
								command, cost.calls(), cost.micros())));
					text.append('\n');
				}
			}
		}
		return text.toString();
	}

	static String of(List<Growth.Point> points) {
		return growth("microseconds in scripts, by jobs",
				points.stream().filter((point) -> !point.isThroughput()).toList(), (first, last) -> last / first) + "\n"
				+ growth("jobs a second, by jobs", points.stream().filter(Growth.Point::isThroughput).toList(),
						(first, last) -> first / last);
	}

	private static String growth(String title, List<Growth.Point> points, DoubleBinaryOperator worse) {
		Set<Integer> sizes = new LinkedHashSet<>();
		points.forEach((point) -> sizes.add(point.size()));
		Map<String, Map<Integer, Double>> rows = new LinkedHashMap<>();
		points.forEach(
				(point) -> rows.computeIfAbsent(point.kind() + ": " + point.operation(), (key) -> new LinkedHashMap<>())
					.put(point.size(), point.value()));
		StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-34s", title));
		sizes.forEach((size) -> text.append(String.format(Locale.ROOT, " %,12d", size)));
		text.append("   worse by\n");
		rows.forEach((name, values) -> {
			text.append(String.format(Locale.ROOT, "%-34s", name));
			sizes.forEach((size) -> text.append(String.format(Locale.ROOT, " %12s",
					values.containsKey(size) ? String.format(Locale.ROOT, "%,.1f", values.get(size)) : "")));
			List<Double> all = List.copyOf(values.values());
			text.append(
					String.format(Locale.ROOT, "   %.1fx%n", worse.applyAsDouble(all.get(0), all.get(all.size() - 1))));
		});
		return text.toString();
	}

	static String number(OptionalDouble value) {
		if (value.isEmpty()) {
			return "";
		}
		double number = value.getAsDouble();
		return String.format(Locale.ROOT, (number >= 100) ? "%,.0f" : (number >= 10) ? "%.1f" : "%.2f", number);
	}

}
