package io.redisjobs.autoconfigure;

import io.redisjobs.event.JobEventPublisher;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configuration of the application events. */
@Configuration(proxyBeanMethods = false)
final class EventsConfiguration {

	@Bean
	@ConditionalOnMissingBean
	JobEventPublisher jobEventPublisher(ApplicationEventPublisher events) {
		return new JobEventPublisher(events);
	}

}
