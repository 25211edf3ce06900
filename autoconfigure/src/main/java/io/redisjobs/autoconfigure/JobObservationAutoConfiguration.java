package io.redisjobs.autoconfigure;

import java.time.Clock;
import java.time.Duration;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.redisjobs.observation.JobMeters;
import io.redisjobs.observation.JobProcessObservationConvention;
import io.redisjobs.observation.JobPublishObservationConvention;
import io.redisjobs.observation.ObservationDescriptions;
import io.redisjobs.observation.ObservedProcessing;
import io.redisjobs.observation.ObservedPublishing;
import io.redisjobs.protocol.JobQueues;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Auto-configuration of observations and meters, where Micrometer is set up. */
@AutoConfiguration(after = RedisJobsAutoConfiguration.class,
		afterName = { "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
				"org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
				"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration" })
@ConditionalOnBean(JobQueues.class)
public final class JobObservationAutoConfiguration {

	/** What needs the Observation API. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(ObservationRegistry.class)
	@ConditionalOnBean(ObservationRegistry.class)
	static class Observations {

		@Bean
		@ConditionalOnMissingBean
		ObservedPublishing observedJobPublishing(ObservationRegistry registry,
				ObjectProvider<JobPublishObservationConvention> convention) {
			return new ObservedPublishing(registry, convention.getIfAvailable());
		}

		@Bean
		@ConditionalOnMissingBean
		ObservedProcessing observedJobProcessing(ObservationRegistry registry, JobQueues queues,
				ObjectProvider<JobProcessObservationConvention> convention) {
			return new ObservedProcessing(registry, queues, convention.getIfAvailable());
		}

	}

	/** What needs a registry of meters. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MeterRegistry.class)
	@ConditionalOnBean(MeterRegistry.class)
	static class Meters {

		private static final Duration FRESHNESS = Duration.ofSeconds(5);

		// static, because registries ask for their filters before anything else is there
		@Bean
		@ConditionalOnMissingBean
		static ObservationDescriptions jobObservationDescriptions() {
			return new ObservationDescriptions();
		}

		@Bean
		@ConditionalOnMissingBean
		JobMeters jobMeters(MeterRegistry registry, JobQueues queues) {
			return new JobMeters(registry, queues, FRESHNESS, Clock.systemUTC());
		}

		@Bean
		@ConditionalOnMissingBean(name = "redisJobsConfiguredQueueMeters")
		SmartInitializingSingleton redisJobsConfiguredQueueMeters(JobMeters meters, PropertiesByQueue properties) {
			return () -> properties.queues().forEach(meters::add);
		}

	}

}
