package io.redisjobs.benchmarks;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The results as JSON: the medians and every single sample. */
final class JsonReport {

	private JsonReport() {
	}

	static String of(Results results, List<Growth.Point> growth, String redisVersion, Options options) {
		Map<String, Object> report = new LinkedHashMap<>();
		report.put("date", Instant.now().toString());
		report.put("machine",
				Map.of("processors", Runtime.getRuntime().availableProcessors(), "os",
						System.getProperty("os.name") + " " + System.getProperty("os.version"), "java",
						System.getProperty("java.vm.version")));
		report.put("redis", redisVersion);
		report.put("peer", NodeContender.NAME);
		report.put("driver", options.driver());
		report.put("rounds", options.rounds());
		report.put("quick", options.scale() > 1);
		List<Object> lines = new ArrayList<>();
		for (Results.Line line : results.lines()) {
			Map<String, Object> entry = new LinkedHashMap<>();
			entry.put("case", line.name());
			entry.put("unit", line.figure().unit());
			put(entry, "bullmq", line.peer());
			put(entry, "redisJobs", line.own());
			put(entry, "ratio", line.ratio());
			lines.add(entry);
		}
		report.put("medians", lines);
		Map<String, Object> samples = new LinkedHashMap<>();
		for (String name : results.cases()) {
			Map<String, Object> sides = new LinkedHashMap<>();
			for (String side : List.of(NodeContender.NAME, JavaContender.NAME)) {
				List<Object> rounds = new ArrayList<>();
				results.of(name, side).forEach((sample) -> rounds.add(sample(sample)));
				sides.put(side, rounds);
			}
			samples.put(name, sides);
		}
		report.put("samples", samples);
		report.put("growth", growth);
		return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(report);
	}

	private static Map<String, Object> sample(Sample sample) {
		Map<String, Object> values = new TreeMap<>();
		sample.figures().forEach((figure, value) -> values.put(figure.unit(), value));
		sample.costs().forEach((cost, value) -> values.put(cost.title() + "/job", value));
		values.put("commands of a job", sample.commands());
		return values;
	}

	private static void put(Map<String, Object> entry, String name, OptionalDouble value) {
		value.ifPresent((number) -> entry.put(name, number));
	}

}
