package io.redisjobs.autoconfigure;

import java.time.Clock;
import java.time.Duration;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.listener.JobMonitor;
import io.redisjobs.listener.UnattendedQueues;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.streams.JobRouter;
import io.redisjobs.protocol.streams.StreamsProtocol;
import io.redisjobs.protocol.streams.StreamsScripts;
import io.redisjobs.protocol.streams.StreamsSettings;
import io.redisjobs.redis.ScriptRunner;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static io.redisjobs.autoconfigure.ConfiguredQueues.checkAtLeast;
import static io.redisjobs.autoconfigure.ConfiguredQueues.orElse;

/** The contract of Redis Streams, how its properties are read, and its routers. */
@Configuration(proxyBeanMethods = false)
@Import(StreamsConfiguration.Scripts.class)
class StreamsConfiguration {

	@Bean
	@ConditionalOnMissingBean
	StreamsProtocol streamsProtocol(BeanFactory beans, ScriptRunner runner) {
		return new StreamsProtocol(ScriptBeans.collect(StreamsProtocol.ID, StreamsScripts.NAMES, beans, runner),
				Clock.systemUTC());
	}

	@Bean
	@ConditionalOnMissingBean(name = "streamsContractSettings")
	ContractSettings streamsContractSettings() {
		return new ContractSettings(StreamsProtocol.ID, StreamsConfiguration::settings);
	}

	static StreamsSettings settings(QueueProperties queue) {
		StreamsSettings defaults = StreamsSettings.defaults();
		StreamsQueueProperties.Route route = queue.getRoute();
		String failuresTo = (route != null && route.getFailuresTo() != null) ? route.getFailuresTo()
				: queue.getFailuresTo();
		return StreamsSettings.builder()
			.prefix(orElse(queue.getPrefix(), defaults.prefix()))
			.group(queue.getGroup())
			.consumer(queue.getConsumer())
			.resultsTo(queue.getResultsTo())
			.failuresTo(failuresTo)
			.router(route != null)
			.attempts(orElse(queue.getMaxDeliveries(), defaults.attempts()))
			.retryAfter(orElse(queue.getRetryAfter(), defaults.retryAfter()))
			.retention(queue.getRetention())
			.oncePerJobId(orElse(queue.getOncePerJobId(), defaults.oncePerJobId()))
			.consumerIdle(orElse(queue.getConsumerIdle(), defaults.consumerIdle()))
			.abandonedAfter(orElse(queue.getAbandonedAfter(), defaults.abandonedAfter()))
			.build();
	}

	/** Refuses values no queue can have, by the name of their property. */
	static void check(String prefix, QueueProperties queue) {
		checkAtLeast(prefix + ".max-deliveries", queue.getMaxDeliveries(), 1);
		checkAtLeast(prefix + ".retry-after", queue.getRetryAfter(), Duration.ZERO);
		checkAtLeast(prefix + ".retention", queue.getRetention(), Duration.ofMillis(1));
		checkAtLeast(prefix + ".abandoned-after", queue.getAbandonedAfter(), Duration.ofSeconds(1));
		checkAtLeast(prefix + ".consumer-idle", queue.getConsumerIdle(), Duration.ofMillis(1));
	}

	@Bean
	@ConditionalOnMissingBean
	StreamRouters redisJobsStreamRouters(RedisJobsProperties properties, ConfiguredQueues configured, JobQueues queues,
			ObjectProvider<JobRouter> router) {
		return new StreamRouters(properties, configured, queues, router);
	}

	@Bean
	@ConditionalOnMissingBean(name = "redisJobsStreamUpkeep")
	UnattendedQueues redisJobsStreamUpkeep(StreamRouters streams, JobQueues queues,
			ObjectProvider<JobContainerRegistry> containers, RedisJobsProperties properties,
			ObjectProvider<JobMonitor> monitors) {
		return new UnattendedQueues(() -> streams.lookedAfter().stream().map(queues::get).toList(),
				containers::getObject, monitors.orderedStream().toList(), properties.isAutoStartup());
	}

	@Bean
	@ConditionalOnMissingBean(name = "redisJobsEnvelopeResolver")
	JobEnvelopeResolver redisJobsEnvelopeResolver() {
		return new JobEnvelopeResolver();
	}

	/** What needs Micrometer. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MeterBinder.class)
	static class Meters {

		@Bean
		@ConditionalOnMissingBean(name = "redisJobsStreamMeters")
		StreamMeters redisJobsStreamMeters(StreamRouters streams, JobQueues queues) {
			return new StreamMeters(streams.streams(), queues, Clock.systemUTC());
		}

	}

	/** The contract's scripts as beans. */
	static final class Scripts extends ScriptBeans {

		Scripts() {
			super(StreamsProtocol.ID, StreamsScripts.NAMES);
		}

	}

}
