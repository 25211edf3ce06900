package io.redisjobs.autoconfigure;

import java.time.Clock;
import java.util.List;
import java.util.function.Function;

import io.redisjobs.annotation.ContainerSettingsSource;
import io.redisjobs.annotation.JobHandlerProcessor;
import io.redisjobs.convert.JsonPayloadConverter;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.listener.JobContainerFactory;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.listener.JobMonitor;
import io.redisjobs.listener.JobRunContext;
import io.redisjobs.listener.error.DefaultJobErrorHandler;
import io.redisjobs.listener.error.JobErrorHandler;
import io.redisjobs.listener.invoke.JobInterceptor;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.publish.JobTemplate;
import io.redisjobs.publish.PublishInterceptor;
import io.redisjobs.redis.ScriptRunner;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.thread.Threading;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Auto-configuration of everything that publishes and runs jobs. */
@AutoConfiguration(after = { DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class })
@Conditional(JobsConnections.Present.class)
@EnableConfigurationProperties(RedisJobsProperties.class)
@Import({ BullmqConfiguration.class, ConveyorConfiguration.class, EventsConfiguration.class, LogConfiguration.class,
		OmniqConfiguration.class, StreamsConfiguration.class })
public final class RedisJobsAutoConfiguration {

	/** The name of the container factory that handlers use unless they name another. */
	public static final String CONTAINER_FACTORY = "jobHandlerContainerFactory";

	@Bean
	@ConditionalOnMissingBean
	ScriptRunner redisJobsScriptRunner(@RedisJobs ObjectProvider<RedisConnectionFactory> marked,
			ListableBeanFactory beans) {
		return new ScriptRunner(JobsConnections.choose(marked, beans));
	}

	@Bean
	@ConditionalOnMissingBean
	PayloadConverter jobPayloadConverter(ObjectProvider<JsonMapper> json) {
		return new JsonPayloadConverter(json.getIfAvailable(JsonMapper::new));
	}

	@Bean
	@ConditionalOnMissingBean
	PropertiesByQueue redisJobsPropertiesByQueue(RedisJobsProperties properties, Environment environment,
			List<ContractGroup> groups) {
		return new PropertiesByQueue(properties, environment, groups);
	}

	@Bean
	@ConditionalOnMissingBean
	ConfiguredQueues redisJobsConfiguredQueues(PropertiesByQueue queueProperties, RedisJobsProperties properties,
			List<JobProtocol> protocols) {
		ConfiguredQueues queues = new ConfiguredQueues(queueProperties, properties.isStrict(), protocols);
		queues.validate();
		return queues;
	}

	@Bean
	@ConditionalOnMissingBean
	ContainerSettingsSource jobContainerSettings(ConfiguredQueues configured) {
		return configured::settings;
	}

	@Bean
	@ConditionalOnMissingBean
	JobQueues jobQueues(ConfiguredQueues configured) {
		return new JobQueues(configured);
	}

	@Bean
	@ConditionalOnMissingBean(name = "redisJobsQueueShutdown")
	QueueShutdown redisJobsQueueShutdown(JobQueues queues, ApplicationContext context) {
		return new QueueShutdown(queues, context);
	}

	@Bean
	@ConditionalOnMissingBean
	JobTemplate jobTemplate(JobQueues queues, PayloadConverter converter,
			ObjectProvider<PublishInterceptor> interceptors) {
		return new JobTemplate(queues, converter, interceptors.orderedStream().toList());
	}

	@Bean
	@ConditionalOnMissingBean
	JobThreads redisJobsThreads(Environment environment) {
		return new JobThreads(Threading.VIRTUAL.isActive(environment));
	}

	@Bean(CONTAINER_FACTORY)
	@ConditionalOnMissingBean(name = CONTAINER_FACTORY)
	JobContainerFactory jobHandlerContainerFactory(JobQueues queues, PayloadConverter converter, JobTemplate jobs,
			PropertiesByQueue properties, JobThreads threads, ObjectProvider<JobErrorHandler> errorHandler,
			Extensions extensions) {
		Function<String, JobErrorHandler> errorHandlers = (queue) -> errorHandler
			.getIfAvailable(() -> CommonDefaults.errorHandler(properties.common(queue)));
		return new JobContainerFactory(queues, converter, jobs, errorHandlers, extensions.collaborators(),
				extensions.executors(threads)::forQueue);
	}

	@Bean
	@ConditionalOnMissingBean
	Extensions redisJobsExtensions(ObjectProvider<JobInterceptor> interceptors, ObjectProvider<JobMonitor> monitors,
			ObjectProvider<JobRunContext> contexts, ObjectProvider<JobExecutors> executors,
			RedisJobsProperties properties) {
		return new Extensions(interceptors, monitors, contexts, executors, properties.checkedWaitingConnections());
	}

	@Bean
	@ConditionalOnMissingBean
	JobContainerRegistry jobContainerRegistry(RedisJobsProperties properties) {
		return new JobContainerRegistry(properties.isAutoStartup());
	}

	@Bean
	@ConditionalOnMissingBean
	UnhandledQueues redisJobsUnhandledQueues(PropertiesByQueue properties, JobContainerRegistry containers) {
		return new UnhandledQueues(properties, containers);
	}

	@Bean
	@ConditionalOnMissingBean(name = "redisJobsRedisCheck")
	RedisCheck redisJobsRedisCheck(ScriptRunner runner, ListableBeanFactory beans, RedisJobsProperties properties) {
		return new RedisCheck(runner, () -> JobsConnections.place(runner.connections(), beans), properties.isFailFast(),
				RedisCheck.LIMIT);
	}

	// one of a parent context would not see the beans of this one
	@Bean
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	static JobHandlerProcessor jobHandlerProcessor(ConfigurableListableBeanFactory beans) {
		return new JobHandlerProcessor(beans, CONTAINER_FACTORY);
	}

	@Bean
	@ConditionalOnMissingBean(name = "redisJobsEagerJobHandlers", search = SearchStrategy.CURRENT)
	static EagerJobHandlers redisJobsEagerJobHandlers() {
		return new EagerJobHandlers();
	}

	/**
	 * What users add to containers.
	 *
	 * @param interceptors surround handlers
	 * @param monitors hear what happens
	 * @param contexts surround runs
	 * @param own executors of the user's choice
	 * @param waitingConnections how many queues wait on a connection of their own
	 */
	record Extensions(ObjectProvider<JobInterceptor> interceptors, ObjectProvider<JobMonitor> monitors,
			ObjectProvider<JobRunContext> contexts, ObjectProvider<JobExecutors> own, int waitingConnections) {

		JobContainerFactory.Collaborators collaborators() {
			return new JobContainerFactory.Collaborators(this.interceptors.orderedStream().toList(),
					this.monitors.orderedStream().toList(), this.contexts.orderedStream().toList(), Clock.systemUTC(),
					this.waitingConnections);
		}

		JobExecutors executors(JobThreads threads) {
			return this.own.stream().filter((candidate) -> candidate != threads).findFirst().orElse(threads);
		}

	}

}
