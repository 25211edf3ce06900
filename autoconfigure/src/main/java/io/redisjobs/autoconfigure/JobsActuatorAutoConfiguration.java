package io.redisjobs.autoconfigure;

import io.redisjobs.autoconfigure.actuate.JobsEndpoint;
import io.redisjobs.autoconfigure.actuate.JobsHealthIndicator;
import io.redisjobs.autoconfigure.actuate.JobsInfoContributor;
import io.redisjobs.autoconfigure.actuate.KnownQueues;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.redis.ScriptRunner;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Auto-configuration of what the Actuator shows of queues and containers. */
@AutoConfiguration(after = RedisJobsAutoConfiguration.class)
@ConditionalOnBean({ JobQueues.class, JobContainerRegistry.class })
public final class JobsActuatorAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	KnownQueues redisJobsKnownQueues(PropertiesByQueue properties, JobQueues queues, JobContainerRegistry containers) {
		return new KnownQueues(properties::queues, queues, containers);
	}

	/** The endpoint. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
	static class EndpointConfiguration {

		@Bean
		@ConditionalOnMissingBean
		@ConditionalOnAvailableEndpoint
		JobsEndpoint jobsEndpoint(KnownQueues queues) {
			return new JobsEndpoint(queues);
		}

	}

	/** The health indicator. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
	static class HealthConfiguration {

		@Bean
		@ConditionalOnMissingBean(name = { "jobsHealthIndicator", "jobsHealthContributor" })
		@ConditionalOnEnabledHealthIndicator("jobs")
		JobsHealthIndicator jobsHealthIndicator(ScriptRunner runner, KnownQueues queues) {
			return new JobsHealthIndicator(runner.connections(), queues);
		}

	}

	/** The info contributor. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ InfoContributor.class, ConditionalOnEnabledInfoContributor.class })
	static class InfoConfiguration {

		@Bean
		@ConditionalOnMissingBean
		@ConditionalOnEnabledInfoContributor("jobs")
		JobsInfoContributor jobsInfoContributor(KnownQueues queues) {
			return new JobsInfoContributor(queues);
		}

	}

}
