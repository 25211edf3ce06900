package io.redisjobs.annotation;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.redisjobs.JobContext;
import io.redisjobs.JobHandler;
import io.redisjobs.JobSnapshot;
import io.redisjobs.JobState;
import io.redisjobs.PublishedJob;
import io.redisjobs.kit.JobsApplication;
import io.redisjobs.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.core.ParameterizedTypeReference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(TestRedis.class)
class JobHandlerTests {

	private static JobSnapshot settled(JobsApplication application, PublishedJob job) {
		return await().atMost(Duration.ofSeconds(30))
			.until(() -> application.jobs().find(job.queue(), job.id()).orElseThrow(),
					(found) -> found.state() == JobState.COMPLETED || found.state() == JobState.FAILED);
	}

	private static @Nullable String result(JobsApplication application, String name, @Nullable Object payload) {
		return settled(application, application.jobs().publish("orders-here", payload, (options) -> options.name(name)))
			.resultText();
	}

	@Test
	void methodsGetWhatTheyDeclareAndTheirResultsAreStored() {
		try (JobsApplication application = JobsApplication.builder()
			.properties("orders.queue=orders-here", "orders.workers=2")
			.bean(Orders.class, new Orders())
			.run()) {
			assertThat(application.container("orders-here").settings().concurrency()).isEqualTo(2);
			assertThat(result(application, "record", Map.of("id", "a", "items", List.of(1, 2))))
				.isEqualTo("\"a has 2\"");
			assertThat(result(application, "generic", List.of(Map.of("id", "b", "items", List.of()))))
				.isEqualTo("{\"first\":\"b\"}");
			assertThat(result(application, "nothing", null)).isEqualTo("null");
			assertThat(result(application, "text", "hello")).isEqualTo("\"hello 1\"");
			assertThat(result(application, "later", 20)).isEqualTo("21");
			assertThat(result(application, "whatever", Map.of("x", 1))).isEqualTo("\"whatever {\\\"x\\\":1}\"");
		}
	}

	@Test
	void payloadAndResultOfAFoundJobAreReadByTheApplicationsConverter() {
		try (JobsApplication application = JobsApplication.builder()
			.properties("orders.queue=orders-here", "orders.workers=2")
			.bean(Orders.class, new Orders())
			.run()) {
			Order order = new Order("b", List.of(1));
			JobSnapshot found = settled(application,
					application.jobs().publish("orders-here", List.of(order), (options) -> options.name("generic")));
			assertThat(found.payload(new ParameterizedTypeReference<List<Order>>() {
			})).containsExactly(order);
			assertThat(found.result(new ParameterizedTypeReference<Map<String, String>>() {
			})).hasValue(Map.of("first", "b"));
			assertThat(settled(application,
					application.jobs().publish("orders-here", null, (options) -> options.name("nothing")))
				.result(String.class)).isEmpty();
		}
	}

	@Test
	void aPayloadThatDoesNotFitFailsTheJobWhereItIsToldToAndSaysWhere() {
		try (JobsApplication application = JobsApplication.builder()
			.properties("orders.queue=orders-here", "orders.workers=2", "redis-jobs.queues.orders-here.unfit-jobs=fail")
			.bean(Orders.class, new Orders())
			.run()) {
			PublishedJob job = application.jobs()
				.publish("orders-here", Map.of("id", "a", "items", List.of("x")),
						(options) -> options.name("record").attempts(5));
			JobSnapshot found = settled(application, job);
			assertThat(found.state()).isEqualTo(JobState.FAILED);
			assertThat(found.attempts()).isEqualTo(1);
			assertThat(found.failure()).contains("[\"items\"]->[0]");
		}
	}

	@Test
	void handlersAreFoundWhereBeansAreCreatedLate() {
		try (JobsApplication application = JobsApplication.builder()
			.properties("orders.queue=orders-here", "orders.workers=2", "spring.main.lazy-initialization=true")
			.bean(Orders.class, new Orders())
			.run()) {
			assertThat(result(application, "later", 20)).isEqualTo("21");
		}
	}

	@Test
	void aFutureThatFailsFailsTheJob() {
		try (JobsApplication application = JobsApplication.builder()
			.properties("orders.queue=orders-here", "orders.workers=2")
			.bean(Orders.class, new Orders())
			.run()) {
			JobSnapshot found = settled(application,
					application.jobs().publish("orders-here", -1, (options) -> options.name("later")));
			assertThat(found.state()).isEqualTo(JobState.FAILED);
			assertThat(found.failure()).isEqualTo("too small");
		}
	}

	@Test
	void handlersBehindAnInterfaceProxyAreFound() {
		ProxyFactory proxy = new ProxyFactory(new GreeterBean());
		try (JobsApplication application = JobsApplication.builder()
			.bean(Greeter.class, (Greeter) proxy.getProxy())
			.run()) {
			PublishedJob job = application.jobs().publish("greetings", "you");
			assertThat(settled(application, job).resultText()).isEqualTo("\"hello you\"");
		}
	}

	interface Greeter {

		@JobHandler(queue = "greetings")
		String greet(String name);

	}

	static class GreeterBean implements Greeter {

		@Override
		public String greet(String name) {
			return "hello " + name;
		}

	}

	record Order(String id, List<Integer> items) {

	}

	static class Orders {

		@JobHandler(queue = "${orders.queue}", name = "record", concurrency = "#{ ${orders.workers} }")
		String order(Order order) {
			return order.id() + " has " + order.items().size();
		}

		@JobHandler(queue = "${orders.queue}", name = "generic")
		Map<String, String> orders(List<Order> orders) {
			return Map.of("first", orders.get(0).id());
		}

		@JobHandler(queue = "${orders.queue}", name = "nothing")
		void nothing() {
		}

		@JobHandler(queue = "${orders.queue}", name = "text")
		String text(JobContext job, String payload) {
			return payload + " " + job.attempt();
		}

		@JobHandler(queue = "${orders.queue}", name = "later")
		CompletionStage<Integer> later(int number) {
			return (number < 0) ? CompletableFuture.failedStage(new IllegalArgumentException("too small"))
					: CompletableFuture.supplyAsync(() -> number + 1);
		}

		@JobHandler(queue = "${orders.queue}")
		String others(JobContext job) {
			return job.name() + " " + new String(job.payload());
		}

	}

}
