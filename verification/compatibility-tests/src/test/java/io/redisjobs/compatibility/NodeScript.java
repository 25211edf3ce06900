package io.redisjobs.compatibility;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** What the processor of a {@link NodeWorker} does, by job name. */
final class NodeScript {

	private final Map<String, List<Map<String, ?>>> steps = new HashMap<>();

	private List<Map<String, ?>> current = steps("*");

	private List<Map<String, ?>> steps(String name) {
		return this.steps.computeIfAbsent(name, (key) -> new ArrayList<>());
	}

	/** A processor that does nothing and returns nothing. */
	static NodeScript nothing() {
		return new NodeScript();
	}

	/** A processor that returns a value. */
	static NodeScript returning(@Nullable Object value) {
		return new NodeScript().thenReturn(value);
	}

	/** What follows is for jobs of this name only. */
	NodeScript named(String name) {
		this.current = steps(name);
		return this;
	}

	NodeScript progress(Object progress) {
		return step("progress", progress);
	}

	NodeScript log(String line) {
		return step("log", line);
	}

	NodeScript sleep(long millis) {
		return step("sleep", millis);
	}

	/** Waits until the worker is told to go on. */
	NodeScript hold() {
		return step("hold", true);
	}

	/** Fails while fewer attempts have been made. */
	NodeScript failTimes(int times, String message) {
		this.current.add(Map.of("failTimes", times, "message", message));
		return this;
	}

	NodeScript unrecoverable(String message) {
		return step("unrecoverable", message);
	}

	/** At the first start, limits the queue's rate and hands the job back. */
	NodeScript rateLimitOnce(long millis) {
		return step("rateLimit", millis);
	}

	/**
	 * Reads the values of the job's children; they are the result if this is the last
	 * step.
	 */
	NodeScript childrenValues() {
		return step("childrenValues", true);
	}

	NodeScript thenReturn(@Nullable Object value) {
		return step("return", value);
	}

	private NodeScript step(String verb, @Nullable Object value) {
		Map<String, @Nullable Object> step = new HashMap<>();
		step.put(verb, value);
		this.current.add(step);
		return this;
	}

	Map<String, List<Map<String, ?>>> steps() {
		return this.steps;
	}

}
