package io.redisjobs.annotation;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.JobSnapshot;
import io.redisjobs.JobState;
import io.redisjobs.PublishedJob;
import io.redisjobs.autoconfigure.RedisJobsAutoConfiguration;
import io.redisjobs.publish.JobTemplate;
import io.redisjobs.test.TestRedis;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Applications whose handlers are tried, or refused. */
final class HandlerFixture {

	private HandlerFixture() {
	}

	static ApplicationContextRunner runner() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class,
					RedisJobsAutoConfiguration.class))
			.withPropertyValues("spring.data.redis.client-type=jedis", "spring.data.redis.host=" + TestRedis.host(),
					"spring.data.redis.port=" + TestRedis.port());
	}

	/** What the job has become. */
	static JobSnapshot settled(BeanFactory beans, PublishedJob job) {
		return await().until(() -> beans.getBean(JobTemplate.class).find(job.queue(), job.id()).orElseThrow(),
				(found) -> found.state() == JobState.COMPLETED || found.state() == JobState.FAILED);
	}

	/** A job that has failed. */
	static JobSnapshot failed(BeanFactory beans, String queue, Object payload) {
		JobSnapshot job = settled(beans, beans.getBean(JobTemplate.class).publish(queue, payload));
		assertThat(job.state()).isEqualTo(JobState.FAILED);
		return job;
	}

	/** The result of a job. */
	static @Nullable String result(BeanFactory beans, String queue, Object payload) {
		JobSnapshot job = settled(beans, beans.getBean(JobTemplate.class).publish(queue, payload));
		assertThat(job.failure()).isNull();
		return job.resultText();
	}

	/** Why the application did not start. */
	static InvalidJobsConfigurationException refusal(ApplicationContextRunner runner) {
		InvalidJobsConfigurationException[] refusal = new InvalidJobsConfigurationException[1];
		runner.run((context) -> {
			assertThat(context).hasFailed();
			refusal[0] = refusal(context.getStartupFailure());
		});
		return refusal[0];
	}

	static InvalidJobsConfigurationException refusal(@Nullable Throwable failure) {
		assertThat(failure).isNotNull();
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
		assertThat(cause).isInstanceOf(InvalidJobsConfigurationException.class);
		return (InvalidJobsConfigurationException) cause;
	}

}
