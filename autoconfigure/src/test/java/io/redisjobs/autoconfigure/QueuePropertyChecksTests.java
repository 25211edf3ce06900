package io.redisjobs.autoconfigure;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Values that no queue can have stop the start and are called by their name. */
class QueuePropertyChecksTests {

	@ParameterizedTest
	@CsvSource({ "max-attempts, 0", "backoff, -1s", "poll-interval, 0", "child-counter-ttl, 0", "backoff-type, random",
			"max-deliveries, 0", "retry-after, -1s", "retention, 0", "consumer-idle, 0" })
	void aValueNoQueueCanHaveIsRefusedByItsName(String name, String value) {
		String property = "redis-jobs.queues.a." + name;
		RedisJobsProperties properties = new Binder(new MapConfigurationPropertySource(Map.of(property, value)))
			.bindOrCreate("redis-jobs", Bindable.of(RedisJobsProperties.class));
		ConfiguredQueues queues = new ConfiguredQueues(properties, List.of(), List.of());
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class).isThrownBy(queues::validate)
			.satisfies((ex) -> assertThat(ex.getName()).isEqualTo(property));
	}

}
