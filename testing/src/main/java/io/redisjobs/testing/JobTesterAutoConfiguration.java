package io.redisjobs.testing;

import io.redisjobs.autoconfigure.RedisJobsAutoConfiguration;
import io.redisjobs.autoconfigure.RedisJobsProperties;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.publish.JobTemplate;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Auto-configuration of the {@link JobTester}. */
@AutoConfiguration(after = RedisJobsAutoConfiguration.class)
public final class JobTesterAutoConfiguration {

	@Bean
	@ConditionalOnBean(JobContainerRegistry.class)
	@ConditionalOnMissingBean
	PublicationRecorder redisJobsPublicationRecorder(ObjectProvider<PayloadConverter> converter) {
		return new PublicationRecorder(converter::getObject);
	}

	@Bean
	@ConditionalOnBean(JobContainerRegistry.class)
	@ConditionalOnMissingBean
	JobTester jobTester(TestedQueues queues, PublicationRecorder publications, PayloadConverter converter,
			JobTemplate jobs, EmbeddedServer embedded) {
		return new JobTester(queues, publications, converter, jobs, embedded);
	}

	@Bean
	@ConditionalOnBean(JobContainerRegistry.class)
	@ConditionalOnMissingBean
	EmbeddedServer redisJobsEmbeddedServerOfTests(Environment environment,
			@Qualifier(EmbeddedServer.BEAN) ObjectProvider<DataRedisConnectionDetails> details) {
		boolean ofTests = environment.getProperty("redis-jobs.embedded.always", Boolean.class, false);
		return new EmbeddedServer(ofTests ? details.getIfAvailable() : null);
	}

	@Bean
	@ConditionalOnBean(JobContainerRegistry.class)
	@ConditionalOnMissingBean
	TestedQueues redisJobsTestedQueues(JobQueues queues, JobContainerRegistry containers,
			RedisJobsProperties properties) {
		return new TestedQueues(queues, containers, properties.getQueues().keySet());
	}

}
