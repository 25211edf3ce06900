package io.redisjobs.observation;

import java.util.Map;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Takes what log lines tell of a job along to other threads, wherever the application
 * propagates contexts with Micrometer's library for that, which finds this class by
 * itself.
 */
public final class JobLogAccessor implements ThreadLocalAccessor<Map<String, @Nullable String>> {

	private static final boolean PRESENT = ClassUtils.isPresent("org.slf4j.MDC", JobLogAccessor.class.getClassLoader());

	@Override
	public Object key() {
		return "redis-jobs.log";
	}

	@Override
	public @Nullable Map<String, @Nullable String> getValue() {
		Map<String, @Nullable String> values = PRESENT ? JobLogContext.values() : Map.of();
		return (values.get(JobLogContext.ID) != null) ? values : null;
	}

	@Override
	public void setValue(Map<String, @Nullable String> values) {
		if (PRESENT) {
			JobLogContext.put(values);
		}
	}

	@Override
	public void setValue() {
		if (PRESENT) {
			JobLogContext.clear();
		}
	}

}
