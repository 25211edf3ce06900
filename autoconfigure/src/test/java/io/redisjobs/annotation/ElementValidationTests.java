package io.redisjobs.annotation;

import java.util.List;
import java.util.Map;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.JobHandler;
import io.redisjobs.test.TestRedis;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;

import static io.redisjobs.annotation.HandlerFixture.failed;
import static io.redisjobs.annotation.HandlerFixture.refusal;
import static org.assertj.core.api.Assertions.assertThat;

/** Tests annotations that ask for the validation of what is in a payload. */
@ExtendWith(TestRedis.class)
class ElementValidationTests {

	private static final List<?> ITEMS = List.of(Map.of("name", "pen"), Map.of("name", ""));

	private final ApplicationContextRunner runner = HandlerFixture.runner()
		.withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class));

	@Test
	void theAnnotationMayBeOnWhatTheMethodOverrides() {
		for (Class<?> type : List.of(OfInterface.class, OfGenericInterface.class, OfSuperclass.class)) {
			this.runner.withBean(type)
				.run((context) -> assertThat(failed(context, "items", ITEMS).failure())
					.isEqualTo("Payload of items is not valid: [1].name: must not be blank"));
		}
	}

	@Test
	void theAnnotationMayBeOnABound() {
		this.runner.withBean(Bounded.class)
			.run((context) -> assertThat(failed(context, "items", ITEMS).failure())
				.isEqualTo("Payload of items is not valid: [1].name: must not be blank"));
	}

	@Test
	void whatNobodyLooksIntoIsRefused() {
		InvalidJobsConfigurationException refusal = refusal(this.runner.withBean("paged", Paged.class));
		assertThat(refusal).hasMessageEndingWith("of bean 'paged' asks for the validation of what is in Page, and only "
				+ "the elements of lists and arrays, the values of maps and what is in an Optional are validated");
		assertThat(refusal.action())
			.isEqualTo("Put @Valid on the argument, and on the property of a class that is to be validated with it.");
		assertThat(refusal(this.runner.withBean(PagesOfMap.class))).hasMessageContaining("what is in Page");
		assertThat(refusal(this.runner.withBean(Keys.class))).hasMessageContaining("what is in Map");
	}

	record Item(@NotBlank String name) {

	}

	record Page<T>(List<T> items) {

	}

	interface ItemsTaker {

		@JobHandler("items")
		void handle(List<@Valid Item> items);

	}

	static class OfInterface implements ItemsTaker {

		@Override
		public void handle(List<Item> items) {
		}

	}

	interface Taker<T> {

		@JobHandler("items")
		void handle(List<@Valid T> items);

	}

	static class OfGenericInterface implements Taker<Item> {

		@Override
		public void handle(List<Item> items) {
		}

	}

	static class Taking {

		@JobHandler("items")
		void handle(List<@Valid Item> items) {
		}

	}

	static class OfSuperclass extends Taking {

		@Override
		void handle(List<Item> items) {
		}

	}

	static class Bounded {

		@JobHandler("items")
		void handle(List<? extends @Valid Item> items) {
		}

	}

	static class Paged {

		@JobHandler("items")
		void handle(Page<@Valid Item> items) {
		}

	}

	static class PagesOfMap {

		@JobHandler("items")
		void handle(@Valid Map<String, Page<@Valid Item>> items) {
		}

	}

	static class Keys {

		@JobHandler("items")
		void handle(Map<@Valid Item, String> items) {
		}

	}

}
