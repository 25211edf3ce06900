package io.redisjobs.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/** All samples, by case, side and round. */
final class Results {

	private final Map<String, Map<String, List<Sample>>> samples = new LinkedHashMap<>();

	void add(String name, String side, Sample sample) {
		this.samples.computeIfAbsent(name, (key) -> new LinkedHashMap<>())
			.computeIfAbsent(side, (key) -> new ArrayList<>())
			.add(sample);
	}

	Set<String> cases() {
		return this.samples.keySet();
	}

	List<Sample> of(String name, String side) {
		return this.samples.getOrDefault(name, Map.of()).getOrDefault(side, List.of());
	}

	/** The lines of the report: a case and what was measured in it. */
	List<Line> lines() {
		List<Line> lines = new ArrayList<>();
		for (String name : cases()) {
			Set<Sample.Figure> figures = new LinkedHashSet<>();
			of(name, JavaContender.NAME).forEach((sample) -> figures.addAll(sample.figures().keySet()));
			figures.forEach((figure) -> lines.add(new Line(name, figure, median(name, NodeContender.NAME, figure),
					median(name, JavaContender.NAME, figure), ratio(name, figure))));
		}
		return lines;
	}

	OptionalDouble cost(String name, String side, Sample.Cost cost) {
		return median(of(name, side), (sample) -> sample.costs().get(cost));
	}

	private OptionalDouble median(String name, String side, Sample.Figure figure) {
		return median(of(name, side), (sample) -> sample.figures().get(figure));
	}

	/** The median of the rounds' ratios. */
	private OptionalDouble ratio(String name, Sample.Figure figure) {
		List<Sample> own = of(name, JavaContender.NAME);
		List<Sample> peer = of(name, NodeContender.NAME);
		List<Double> ratios = new ArrayList<>();
		for (int i = 0; i < Math.min(own.size(), peer.size()); i++) {
			ratios.add(figure.ratio(own.get(i).figures().getOrDefault(figure, 0.0),
					peer.get(i).figures().getOrDefault(figure, 0.0)));
		}
		return median(ratios);
	}

	private static OptionalDouble median(List<Sample> samples, Function<Sample, @Nullable Double> value) {
		List<Double> values = new ArrayList<>();
		for (Sample sample : samples) {
			Double found = value.apply(sample);
			if (found != null) {
				values.add(found);
			}
		}
		return median(values);
	}

	static OptionalDouble median(List<Double> values) {
		if (values.isEmpty()) {
			return OptionalDouble.empty();
		}
		List<Double> sorted = values.stream().sorted().toList();
		int middle = sorted.size() / 2;
		return OptionalDouble
			.of((sorted.size() % 2 == 1) ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2);
	}

	/**
	 * A line of the report, in medians.
	 *
	 * @param name the case
	 * @param figure what was measured
	 * @param peer the peer's value, if there is a peer
	 * @param own the value of redis-jobs
	 * @param ratio how many times better it is, if there is a peer
	 */
	record Line(String name, Sample.Figure figure, OptionalDouble peer, OptionalDouble own, OptionalDouble ratio) {
	}

}
