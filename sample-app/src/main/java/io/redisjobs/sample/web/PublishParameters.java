package io.redisjobs.sample.web;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

import io.redisjobs.JobOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.MultiValueMap;

/** Options of a job, from request parameters. */
final class PublishParameters {

	private static final Map<String, Parameter<?>> KNOWN = new LinkedHashMap<>();

	static {
		KNOWN.put("name", new Parameter<>("a text", Function.identity(), JobOptions::name));
		KNOWN.put("type", new Parameter<>("a text", Function.identity(), JobOptions::type));
		KNOWN.put("userId", new Parameter<>("a text", Function.identity(), JobOptions::userId));
		KNOWN.put("group", new Parameter<>("a text", Function.identity(), JobOptions::group));
		KNOWN.put("delay", new Parameter<Duration>("a time such as 500ms, 5s or PT5S", DurationStyle::detectAndParse,
				JobOptions::delay));
		KNOWN.put("priority", new Parameter<>("a whole number", Integer::valueOf, JobOptions::priority));
		KNOWN.put("attempts", new Parameter<>("a whole number", Integer::valueOf, JobOptions::attempts));
	}

	private final Map<String, List<String>> given;

	/**
	 * Takes the parameters of a request.
	 * @throws BadRequestException if there is one that is not known, or given twice
	 */
	PublishParameters(MultiValueMap<String, String> given) {
		this.given = given;
		given.forEach((name, values) -> {
			if (!KNOWN.containsKey(name)) {
				throw bad("There is no option '" + name + "'. There are " + String.join(", ", KNOWN.keySet()) + ".");
			}
			if (values.size() > 1) {
				throw bad("Option '" + name + "' is given " + values.size() + " times: " + String.join(", ", values)
						+ ".");
			}
		});
	}

	/** The job's name. */
	@Nullable String name() {
		return value("name");
	}

	/** Refuses a job without an option that those who handle it need. */
	void require(String name, String why) {
		if (value(name) == null) {
			throw bad("Option '" + name + "' is missing: " + why);
		}
	}

	private @Nullable String value(String name) {
		List<String> values = this.given.get(name);
		return (values == null || values.get(0).isBlank()) ? null : values.get(0);
	}

	/** Sets them. */
	void apply(JobOptions options) {
		KNOWN.forEach((name, parameter) -> {
			String value = value(name);
			if (value != null) {
				parameter.apply(name, value, options);
			}
		});
	}

	private static BadRequestException bad(String message) {
		return new BadRequestException("Bad option", message);
	}

	private record Parameter<T>(String expected, Function<String, T> parser, BiConsumer<JobOptions, T> setter) {

		void apply(String name, String value, JobOptions options) {
			this.setter.accept(options, parse(name, value));
		}

		private T parse(String name, String value) {
			try {
				return this.parser.apply(value);
			}
			catch (IllegalArgumentException ex) {
				throw bad("Option '" + name + "' must be " + this.expected + ", not '" + value + "'.");
			}
		}

	}

}
