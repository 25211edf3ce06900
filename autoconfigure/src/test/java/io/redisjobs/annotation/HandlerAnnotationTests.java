package io.redisjobs.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.JobHandler;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static io.redisjobs.annotation.HandlerFixture.refusal;
import static org.assertj.core.api.Assertions.assertThat;

/** Tests that annotations which cannot be followed are refused, with their place. */
@ExtendWith(TestRedis.class)
class HandlerAnnotationTests {

	private final ApplicationContextRunner runner = HandlerFixture.runner()
		.withConfiguration(AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class));

	@Test
	void ofTwoAnnotationsNoneIsIgnored() {
		InvalidJobsConfigurationException refusal = refusal(this.runner.withBean(Twice.class));
		assertThat(refusal).hasMessage("Handler method void " + Twice.class.getName()
				+ ".handle() is made a handler by more than one annotation: @Bills, @Letters");
		assertThat(refusal.action())
			.isEqualTo("Keep one of them, and let the jobs of the other queue have a method of their own.");
	}

	@Test
	void theAnnotationOfAnOverridingMethodCounts() {
		this.runner.withBean(Overriding.class)
			.run((context) -> assertThat(HandlerFixture.result(context, "letters", 1)).isEqualTo("\"letter\""));
	}

	@Test
	void aPropertyThatThereIsNotIsToldWithTheHandlerThatNeedsIt() {
		InvalidJobsConfigurationException refusal = refusal(this.runner.withBean("mailing", OfProperty.class));
		assertThat(refusal)
			.hasMessageStartingWith("The queue of handler method void " + OfProperty.class.getName()
					+ ".handle() of bean 'mailing' cannot be resolved: ")
			.hasMessageContaining("mail.queue");
		assertThat(refusal.action()).isEqualTo("Define what \"${mail.queue}\" refers to, or correct it.");
	}

	@Test
	void aFactoryThatThereIsNotIsToldWithTheHandlerThatNamesIt() {
		InvalidJobsConfigurationException refusal = refusal(this.runner.withBean("mailing", OfFactory.class));
		assertThat(refusal).hasMessage("Handler method void " + OfFactory.class.getName()
				+ ".handle() of bean 'mailing' names the container factory 'quickOne', and there is no bean of that name");
		assertThat(refusal.action()).isEqualTo("Declare a bean of type io.redisjobs.listener.JobContainerFactory with "
				+ "that name, or correct the containerFactory.");
	}

	@Retention(RetentionPolicy.RUNTIME)
	@JobHandler("bills")
	@interface Bills {

	}

	@Retention(RetentionPolicy.RUNTIME)
	@JobHandler("letters")
	@interface Letters {

	}

	static class Twice {

		@Letters
		@Bills
		void handle() {
		}

	}

	static class Overridden {

		@Bills
		String handle() {
			return "bill";
		}

	}

	static class Overriding extends Overridden {

		@Override
		@Letters
		String handle() {
			return "letter";
		}

	}

	static class OfProperty {

		@JobHandler("${mail.queue}")
		void handle() {
		}

	}

	static class OfFactory {

		@JobHandler(queue = "emails", containerFactory = "quickOne")
		void handle() {
		}

	}

}
