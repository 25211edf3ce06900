package io.redisjobs.annotation;

import java.util.function.Consumer;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.JobHandler;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static io.redisjobs.annotation.HandlerFixture.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Tests handlers in contexts beside the one that runs jobs. */
@ExtendWith(TestRedis.class)
class HandlerContextsTests {

	private final ApplicationContextRunner runner = HandlerFixture.runner();

	private static void context(ApplicationContext parent, Class<?> bean,
			Consumer<AnnotationConfigApplicationContext> action) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.setParent(parent);
			context.registerBean("mailing", bean);
			action.accept(context);
		}
	}

	private static void isTold(InvalidJobsConfigurationException refusal) {
		assertThat(refusal).hasMessage("Handler method void " + Mailing.class.getName()
				+ ".handle() of bean 'mailing' would take no jobs: the bean is in an application context without the "
				+ "auto-configuration of jobs");
		assertThat(refusal.action())
			.isEqualTo("Move the bean to the context that has it, or let it be part of the bean's context.");
	}

	@Test
	void handlersOfAParentThatRunsNoJobsAreRefused() {
		try (AnnotationConfigApplicationContext parent = new AnnotationConfigApplicationContext()) {
			parent.registerBean("mailing", Mailing.class);
			parent.refresh();
			isTold(refusal(this.runner.withParent(parent)));
			context(parent, Object.class, (between) -> {
				between.refresh();
				isTold(refusal(this.runner.withParent(between)));
			});
		}
	}

	@Test
	void handlersOfAChildThatRunsNoJobsAreRefused() {
		this.runner.run((parent) -> {
			context(parent, Mailing.class, (child) -> isTold(refusal(catchThrowable(child::refresh))));
			context(parent, Object.class, (child) -> {
				child.refresh();
				context(child, Mailing.class, (grandchild) -> isTold(refusal(catchThrowable(grandchild::refresh))));
			});
			assertThat(parent.getBean(JobContainerRegistry.class).all()).isEmpty();
		});
	}

	@Test
	void contextsThatEachRunJobsHaveHandlersOfTheirOwn() {
		this.runner.withBean(Mailing.class)
			.run((parent) -> this.runner.withParent(parent).withBean(Billing.class).run((child) -> {
				assertThat(child).hasNotFailed();
				context(child, Object.class, (grandchild) -> {
					grandchild.refresh();
					assertThat(grandchild.isActive()).isTrue();
				});
			}));
	}

	static class Mailing {

		@JobHandler("emails")
		void handle() {
		}

	}

	static class Billing {

		@JobHandler("bills")
		void handle() {
		}

	}

}
