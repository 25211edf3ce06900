package io.redisjobs.autoconfigure;

import io.redisjobs.observation.JobLogContext;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configuration of what log lines tell of the job that runs. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "org.slf4j.MDC")
final class LogConfiguration {

	@Bean
	@ConditionalOnMissingBean
	JobLogContext jobLogContext() {
		return new JobLogContext();
	}

}
