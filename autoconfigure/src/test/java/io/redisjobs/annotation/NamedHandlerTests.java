package io.redisjobs.annotation;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.JobContext;
import io.redisjobs.JobHandler;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.listener.invoke.JobInvoker;
import io.redisjobs.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static io.redisjobs.annotation.HandlerFixture.refusal;
import static org.assertj.core.api.Assertions.assertThat;

/** Tests that handlers are picked by names only where jobs have some. */
@ExtendWith(TestRedis.class)
class NamedHandlerTests {

	private final ApplicationContextRunner runner = HandlerFixture.runner();

	@Test
	void aNameThatJobsCannotHaveIsRefused() {
		InvalidJobsConfigurationException refusal = refusal(this.runner.withUserConfiguration(Mailing.class)
			.withPropertyValues("redis-jobs.queues.emails.protocol=omniq"));
		assertThat(refusal)
			.hasMessage("Queue 'emails': handler Mailing.welcome is for jobs named 'welcome', and jobs of the contract "
					+ "omniq have no names, so that it would never be called");
		assertThat(refusal.action())
			.isEqualTo("Remove the name from the handler and tell jobs apart by their payloads, "
					+ "give them a queue of their own, or let the queue have a contract whose jobs have names: "
					+ "redis-jobs.queues.emails.protocol.");
	}

	@Test
	void alsoOfHandlersThatAreRegisteredInCode() {
		JobInvoker handler = new JobInvoker() {

			@Override
			public @Nullable Object invoke(JobContext job) {
				return null;
			}

			@Override
			public String toString() {
				return "of the welcome mails";
			}

		};
		JobHandlerConfigurer configurer = (endpoints) -> endpoints.accept(JobEndpoint.of("emails", "welcome", handler));
		assertThat(refusal(this.runner.withBean(JobHandlerConfigurer.class, () -> configurer)
			.withPropertyValues("redis-jobs.defaults.protocol=omniq"))).hasMessageStartingWith(
					"Queue 'emails': handler of the welcome mails is for jobs named 'welcome', and jobs "
							+ "of the contract omniq");
	}

	@ParameterizedTest
	@ValueSource(strings = { "bullmq", "conveyor", "streams" })
	void whereJobsHaveNamesHandlersDo(String contract) {
		this.runner.withUserConfiguration(Mailing.class)
			.withPropertyValues("redis-jobs.queues.emails.protocol=" + contract)
			.run((context) -> assertThat(
					context.getBean(JobContainerRegistry.class).get("emails").orElseThrow().handlers().names())
				.containsExactlyInAnyOrder("", "welcome"));
	}

	static class Mailing {

		@JobHandler("emails")
		void others() {
		}

		@JobHandler(queue = "emails", name = "welcome")
		void welcome() {
		}

	}

}
