package io.redisjobs.observation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.redisjobs.JobContext;
import io.redisjobs.listener.JobRunContext;
import io.redisjobs.protocol.Printable;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

import org.springframework.core.Ordered;

/**
 * Puts a job's queue, id, name and attempt into the mapped diagnostic context of SLF4J
 * while it runs, so that every line of the log can show them; and what was there before
 * back afterwards.
 */
public final class JobLogContext implements JobRunContext, Ordered {

	/** The queue's name. */
	public static final String QUEUE = "job.queue";

	/** The job's id. */
	public static final String ID = "job.id";

	/** The job's name; absent where it has none. */
	public static final String NAME = "job.name";

	/** The number of the attempt, from 1. */
	public static final String ATTEMPT = "job.attempt";

	private static final List<String> KEYS = List.of(QUEUE, ID, NAME, ATTEMPT);

	@Override
	public Scope open(JobContext job, @Nullable String handler) {
		return openBeside(job);
	}

	@Override
	public Scope openBeside(JobContext job) {
		Map<String, @Nullable String> before = values();
		put(of(job));
		return () -> put(before);
	}

	// anybody can write ids and names to Redis, and a pattern prints them as they are
	private static Map<String, @Nullable String> of(JobContext job) {
		Map<String, @Nullable String> values = new LinkedHashMap<>();
		values.put(QUEUE, job.queue());
		values.put(ID, Printable.of(job.id()));
		values.put(NAME, job.name().isEmpty() ? null : Printable.of(job.name()));
		values.put(ATTEMPT, String.valueOf(job.attempt()));
		return values;
	}

	/** What this thread shows of a job; without values if it runs none. */
	static Map<String, @Nullable String> values() {
		Map<String, @Nullable String> values = new LinkedHashMap<>();
		KEYS.forEach((key) -> values.put(key, MDC.get(key)));
		return values;
	}

	/** Shows other values, and none where there is none. */
	static void put(Map<String, @Nullable String> values) {
		values.forEach((key, value) -> {
			if (value != null) {
				MDC.put(key, value);
			}
			else {
				MDC.remove(key);
			}
		});
	}

	/** Shows nothing of a job. */
	static void clear() {
		KEYS.forEach(MDC::remove);
	}

	/** Outside of everything else, so that what that logs has them too. */
	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

}
