package io.redisjobs.testing;

import io.redisjobs.autoconfigure.RedisJobsAutoConfiguration;
import io.redisjobs.listener.JobContainerRegistry;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the {@link JobTester}. */
@AutoConfiguration(after = RedisJobsAutoConfiguration.class)
public final class JobTesterAutoConfiguration {

	@Bean
	@ConditionalOnBean(JobContainerRegistry.class)
	@ConditionalOnMissingBean
	JobTester jobTester(JobContainerRegistry containers) {
		return new JobTester(containers);
	}

}
