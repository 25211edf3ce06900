package io.redisjobs.autoconfigure;

import java.time.Clock;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.listener.JobMonitor;
import io.redisjobs.listener.UnattendedQueues;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.streams.JobRouter;
import io.redisjobs.protocol.streams.StreamsProtocol;
import io.redisjobs.protocol.streams.StreamsScripts;
import io.redisjobs.redis.ScriptRunner;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The contract of Redis Streams and its routers. */
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
	@ConditionalOnMissingBean(name = "streamsContractGroup")
	ContractGroup streamsContractGroup() {
		return new ContractGroup(StreamsProtocol.ID, StreamsProperties::new);
	}

	@Bean
	@ConditionalOnMissingBean
	StreamRouters redisJobsStreamRouters(PropertiesByQueue properties, JobQueues queues,
			ObjectProvider<JobRouter> router) {
		return new StreamRouters(properties, queues, router);
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
