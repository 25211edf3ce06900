package io.redisjobs.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** How a router moves jobs to other queues. */
public class StreamRoute {

	/**
	 * What decides on the queue; the only rule is the job's type.
	 */
	private String by = "type";

	/**
	 * Queue that gets jobs that belong nowhere.
	 */
	private @Nullable String failuresTo;

	/**
	 * Comma-separated list of queues that are named like a type, beside those that are
	 * configured here.
	 */
	private List<String> types = List.of();

	/**
	 * Queues by the types that are named otherwise.
	 */
	private final Map<String, String> aliases = new LinkedHashMap<>();

	public String getBy() {
		return this.by;
	}

	public void setBy(String by) {
		this.by = by;
	}

	public @Nullable String getFailuresTo() {
		return this.failuresTo;
	}

	public void setFailuresTo(@Nullable String failuresTo) {
		this.failuresTo = failuresTo;
	}

	public List<String> getTypes() {
		return this.types;
	}

	public void setTypes(List<String> types) {
		this.types = types;
	}

	public Map<String, String> getAliases() {
		return this.aliases;
	}

}
