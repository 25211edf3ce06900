package io.redisjobs.annotation;

import java.util.List;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.JobContext;
import io.redisjobs.JobHandler;
import io.redisjobs.annotation.PayloadValidationTests.Elements;
import io.redisjobs.annotation.PayloadValidationTests.Mail;
import io.redisjobs.annotation.PayloadValidationTests.MailValidator;
import io.redisjobs.annotation.PayloadValidationTests.Mailing;
import io.redisjobs.annotation.PayloadValidationTests.Strict;
import io.redisjobs.protocol.streams.JobEnvelope;
import io.redisjobs.test.TestRedis;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.validation.Validator;
import org.springframework.validation.annotation.Validated;
import org.springframework.validation.beanvalidation.OptionalValidatorFactoryBean;

import static io.redisjobs.annotation.HandlerFixture.failed;
import static io.redisjobs.annotation.HandlerFixture.refusal;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that an application does not start whose handlers ask for a validation that
 * nothing does.
 */
@ExtendWith(TestRedis.class)
class MissingValidationTests {

	private final ApplicationContextRunner plain = HandlerFixture.runner();

	private final ApplicationContextRunner runner = this.plain
		.withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class));

	@Test
	void withoutAValidatorTheApplicationDoesNotStart() {
		InvalidJobsConfigurationException refusal = refusal(this.plain.withUserConfiguration(Mailing.class));
		assertThat(refusal).hasMessage("Handler method java.lang.String " + Mailing.class.getName() + ".send("
				+ Mail.class.getName() + ") of bean 'payloadValidationTests.Mailing' asks for the validation of its "
				+ "payload, and nothing here can validate Mail");
		assertThat(refusal.action()).isEqualTo("Add org.springframework.boot:spring-boot-starter-validation, or a bean "
				+ "of type org.springframework.validation.Validator that supports " + Mail.class.getName()
				+ "; or remove the annotation from the argument.");
		// as that of Spring MVC is where there is no implementation
		assertThat(refusal(this.plain.withUserConfiguration(Mailing.class)
			.withBean("mvcValidator", Validator.class, WithoutProvider::new)))
			.hasMessageContaining("nothing here can validate Mail");
		assertThat(refusal(this.plain.withUserConfiguration(Elements.class, MailValidator.class)))
			.hasMessageContaining("nothing here can validate Item");
	}

	@Test
	void groupsThatTheValidatorDoesNotKnowAreRefused() {
		assertThat(refusal(this.plain.withUserConfiguration(GroupedMail.class, MailValidator.class)))
			.hasMessageEndingWith("names groups for the validation of its payload, and " + MailValidator.class.getName()
					+ " knows none");
	}

	@Test
	void onlyPayloadsAreValidated() {
		assertThat(refusal(this.runner.withUserConfiguration(Contexts.class)))
			.hasMessageEndingWith("asks for the validation of a JobContext, which has no rules");
		assertThat(refusal(this.runner.withUserConfiguration(Envelopes.class)))
			.hasMessageEndingWith("asks for the validation of a JobEnvelope, which has no rules");
	}

	@Test
	void constraintsOnTheArgumentItselfNeedWhatSpringChecksThemWith() {
		for (Class<?> type : List.of(Constrained.class, ConstrainedElements.class)) {
			InvalidJobsConfigurationException refusal = refusal(this.runner.withUserConfiguration(type));
			assertThat(refusal).hasMessageContaining(type.getName())
				.hasMessageEndingWith("has constraints on its payload argument, which nothing here checks");
			assertThat(refusal.action()).contains("@Valid on the argument", "the handler's class with @Validated");
		}
		this.runner.withUserConfiguration(ConstrainedAndValidated.class)
			.run((context) -> assertThat(failed(context, "names", "").failure())
				.isEqualTo("handle.name: must not be blank"));
	}

	static class Contexts {

		@JobHandler("emails")
		void handle(@Valid JobContext job) {
		}

	}

	static class Envelopes {

		@JobHandler("emails")
		void handle(@Valid JobEnvelope job) {
		}

	}

	static class GroupedMail {

		@JobHandler("emails")
		void handle(@Validated(Strict.class) Mail mail) {
		}

	}

	static class Constrained {

		@JobHandler("names")
		void handle(@NotBlank String name) {
		}

	}

	static class ConstrainedElements {

		@JobHandler("names")
		void handle(List<@NotBlank String> names) {
		}

	}

	@Validated
	static class ConstrainedAndValidated {

		@JobHandler("names")
		void handle(@NotBlank String name) {
		}

	}

	static class WithoutProvider extends OptionalValidatorFactoryBean {

		@Override
		public void afterPropertiesSet() {
			// finds nothing, and says nothing
		}

	}

}
