package io.redisjobs.annotation;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.redisjobs.InvalidPayloadException;
import io.redisjobs.JobHandler;
import io.redisjobs.JobSnapshot;
import io.redisjobs.publish.JobTemplate;
import io.redisjobs.test.RedisDump;
import io.redisjobs.test.TestRedis;
import jakarta.validation.Valid;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;
import org.springframework.validation.annotation.Validated;

import static io.redisjobs.annotation.HandlerFixture.failed;
import static io.redisjobs.annotation.HandlerFixture.result;
import static io.redisjobs.annotation.HandlerFixture.settled;
import static org.assertj.core.api.Assertions.assertThat;

/** Tests payloads whose handlers ask for their validation. */
@ExtendWith({ TestRedis.class, OutputCaptureExtension.class })
class PayloadValidationTests {

	private final ApplicationContextRunner plain = HandlerFixture.runner();

	private final ApplicationContextRunner runner = this.plain
		.withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class));

	private static Map<String, Object> mail(String to, int... prices) {
		return Map.of("to", to, "items",
				IntStream.of(prices).mapToObj((price) -> Map.of("name", "thing", "price", price)).toList());
	}

	@Test
	void aValidPayloadReachesTheHandler() {
		this.runner.withUserConfiguration(Mailing.class)
			.run((context) -> assertThat(result(context, "emails", mail("ada@example.org", 1)))
				.isEqualTo("\"ada@example.org\""));
	}

	@Test
	void theReasonOfTheFailureSaysWhereAndWhatAndNotWhatStandsThere(CapturedOutput output) {
		this.runner.withUserConfiguration(Mailing.class).run((context) -> {
			assertThat(failed(context, "emails", mail("s3cret", 1, 2, -4711)).failure()).isEqualTo(
					"Payload of emails is not valid: items[2].price: must be greater than 0; to: must be a well-formed email address");
			assertThat(output).contains("Payload of emails is not valid").doesNotContain("s3cret", "-4711");
		});
	}

	@Test
	void nothingOfWhatWasRejectedIsWrittenToRedis(Jedis redis) {
		this.runner.withUserConfiguration(Mailing.class).run((context) -> {
			JobSnapshot job = failed(context, "emails", mail("s3cret", -4711));
			Map<String, String> fields = redis.hgetAll("bull:emails:" + job.id());
			assertThat(fields).containsKeys("data", "failedReason", "stacktrace");
			fields.remove("data");
			assertThat(fields.toString()).contains("not valid").doesNotContain("s3cret", "4711");
			assertThat(RedisDump.of(redis, "bull:emails:events").toString()).doesNotContain("4711");
		});
	}

	@Test
	void aRuleThatIsAMethodIsFoundByItsName() {
		this.runner.withUserConfiguration(Periods.class)
			.run((context) -> assertThat(failed(context, "periods", Map.of("from", 2, "until", 1)).failure())
				.isEqualTo("Payload of periods is not valid: inOrder: from must be before until"));
	}

	@Test
	void aViolationUsesAttemptsUpUnlessItIsListedAsNotRetryable() {
		this.runner.withUserConfiguration(Mailing.class)
			.run((context) -> assertThat(
					settled(context,
							context.getBean(JobTemplate.class)
								.publish("emails", mail("nobody"), (options) -> options.attempts(3)))
						.attempts())
				.isEqualTo(3));
		this.runner.withUserConfiguration(Mailing.class)
			.withPropertyValues("redis-jobs.queues.emails.not-retryable=" + InvalidPayloadException.class.getName())
			.run((context) -> assertThat(
					settled(context,
							context.getBean(JobTemplate.class)
								.publish("emails", mail("nobody"), (options) -> options.attempts(3)))
						.attempts())
				.isOne());
	}

	@Test
	void theElementsOfAPayloadAreValidated() {
		this.runner.withUserConfiguration(Elements.class).run((context) -> {
			List<?> mails = List.of(mail("ada@example.org"), mail("nobody", -1));
			String wrong = "[1].items[0].price: must be greater than 0; [1].to: must be a well-formed email address";
			for (String queue : List.of("lists", "lists-of-valid", "arrays")) {
				assertThat(failed(context, queue, mails).failure())
					.isEqualTo("Payload of " + queue + " is not valid: " + wrong);
			}
			assertThat(failed(context, "maps", Map.of("first", mail("nobody"))).failure())
				.isEqualTo("Payload of maps is not valid: [first].to: must be a well-formed email address");
		});
	}

	@Test
	void ofManyViolationsTheFirstAreTold() {
		this.runner.withUserConfiguration(Elements.class)
			.run((context) -> assertThat(
					failed(context, "lists", IntStream.range(0, 30).mapToObj((i) -> mail("nobody")).toList()).failure())
				.contains("[19].to: ")
				.doesNotContain("[20].to: ")
				.endsWith("; and 10 more"));
	}

	@Test
	void anAbsentPayloadIsNotValidated() {
		this.runner.withUserConfiguration(Absent.class)
			.run((context) -> assertThat(result(context, "nullable", "null".getBytes())).isEqualTo("\"null\""));
	}

	@Test
	void theGroupsOfValidatedChooseTheRules() {
		this.runner.withUserConfiguration(Grouped.class).run((context) -> {
			assertThat(result(context, "default", Map.of("name", ""))).isEqualTo("\"\"");
			assertThat(failed(context, "strict", Map.of("name", "")).failure())
				.isEqualTo("Payload of strict is not valid: name: must not be blank");
		});
	}

	@Test
	void payloadsWithoutTheAnnotationAreNotValidated() {
		this.plain.withUserConfiguration(Unasked.class)
			.run((context) -> assertThat(result(context, "emails", mail("nobody"))).isEqualTo("\"nobody\""));
	}

	@Test
	void theAnnotationMayBeOnTheInterface() {
		this.runner.withUserConfiguration(Implementation.class)
			.run((context) -> assertThat(failed(context, "emails", mail("nobody")).failure())
				.contains("to: must be a well-formed email address"));
	}

	@Test
	void propertiesThatOnlyTheValidatorCanReadAreValidated() {
		this.runner.withUserConfiguration(Fields.class)
			.run((context) -> assertThat(failed(context, "fields", Map.of("inner", Map.of("name", ""))).failure())
				.isEqualTo("Payload of fields is not valid: inner.name: must not be blank"));
	}

	@Test
	void aValidatorOfTheApplicationsOwnIsAskedForWhatItSupports() {
		this.plain.withUserConfiguration(Mailing.class, MailValidator.class)
			.run((context) -> assertThat(failed(context, "emails", mail("nobody")).failure())
				.isEqualTo("Payload of emails is not valid: mail.odd; to: mail.unknown"));
	}

	@Test
	void aValidatorOfJakartaIsEnough() {
		try (ValidatorFactory factory = Validation.buildDefaultValidatorFactory()) {
			this.plain.withUserConfiguration(Mailing.class)
				.withBean(jakarta.validation.Validator.class, factory::getValidator)
				.run((context) -> assertThat(failed(context, "emails", mail("nobody")).failure())
					.isEqualTo("Payload of emails is not valid: to: must be a well-formed email address"));
		}
	}

	record Mail(@Email String to, List<@Valid Item> items) {

	}

	record Item(String name, @Positive BigDecimal price) {

	}

	static class Mailing {

		@JobHandler("emails")
		String send(@Valid Mail mail) {
			return mail.to();
		}

	}

	static class Unasked {

		@JobHandler("emails")
		String send(Mail mail) {
			return mail.to();
		}

	}

	interface Contract {

		@JobHandler("emails")
		void send(@Valid Mail mail);

	}

	static class Implementation implements Contract {

		@Override
		public void send(Mail mail) {
		}

	}

	record Period(int from, int until) {

		@AssertTrue(message = "from must be before until")
		public boolean isInOrder() {
			return this.from < this.until;
		}

	}

	static class Periods {

		@JobHandler("periods")
		void handle(@Valid Period period) {
		}

	}

	static class Elements {

		@JobHandler("lists")
		void list(@Valid List<Mail> mails) {
		}

		@JobHandler("lists-of-valid")
		void listOfValid(List<@Valid Mail> mails) {
		}

		@JobHandler("arrays")
		void array(@Valid Mail[] mails) {
		}

		@JobHandler("maps")
		void map(@Valid Map<String, Mail> mails) {
		}

		@JobHandler("items")
		void items(@Valid List<Item> items) {
		}

	}

	static class Absent {

		@JobHandler("nullable")
		String handle(@Valid @Nullable Mail mail) {
			return String.valueOf(mail);
		}

	}

	interface Strict {

	}

	record Named(@NotBlank(groups = Strict.class) String name) {

	}

	static class Grouped {

		@JobHandler("default")
		String handle(@Validated Named named) {
			return named.name();
		}

		@JobHandler("strict")
		String strict(@Validated(Strict.class) Named named) {
			return named.name();
		}

	}

	static class Outer {

		@JsonProperty
		@Valid
		private @Nullable Inner inner;

	}

	static class Inner {

		@JsonProperty
		@NotBlank
		private @Nullable String name;

	}

	static class Fields {

		@JobHandler("fields")
		void handle(@Valid Outer outer) {
		}

	}

	static class MailValidator implements Validator {

		@Override
		public boolean supports(Class<?> type) {
			return type == Mail.class;
		}

		@Override
		public void validate(Object target, Errors errors) {
			errors.rejectValue("to", "mail.unknown");
			errors.reject("mail.odd");
		}

	}

}
