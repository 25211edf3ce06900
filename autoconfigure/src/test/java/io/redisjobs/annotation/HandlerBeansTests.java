package io.redisjobs.annotation;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.JobHandler;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;

import static io.redisjobs.annotation.HandlerFixture.refusal;
import static io.redisjobs.annotation.HandlerFixture.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests of which beans the handlers take jobs, and that the others are refused. */
@ExtendWith(TestRedis.class)
class HandlerBeansTests {

	private static final String HANDLER = "Handler method java.lang.String io.redisjobs.annotation.HandlerBeansTests$Greeter.greet(java.lang.String) of bean '";

	private final ApplicationContextRunner runner = HandlerFixture.runner();

	@Test
	void aLazyBeanWithHandlersIsCreatedAtStart() {
		this.runner.withUserConfiguration(LazyGreeter.class)
			.run((context) -> assertThat(result(context, "greetings", "you")).isEqualTo("\"hello you\""));
		this.runner.withUserConfiguration(LazyBeans.class)
			.run((context) -> assertThat(result(context, "greetings", "you")).isEqualTo("\"hello you\""));
	}

	@Test
	void inALazyApplicationOnlyBeansWithHandlersAreCreatedAtStart() {
		this.runner
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.withUserConfiguration(Greeter.class, Unused.class)
			.run((context) -> {
				assertThat(result(context, "greetings", "you")).isEqualTo("\"hello you\"");
				assertThat(context.getBeanFactory().containsSingleton("unused")).isFalse();
			});
	}

	@Test
	void aBeanThatIsDeclaredAsAnInterfaceWithoutHandlersIsAsGood() {
		this.runner.withUserConfiguration(DeclaredAsInterface.class)
			.run((context) -> assertThat(result(context, "greetings", "you")).isEqualTo("\"hello you\""));
	}

	@Test
	void whoseHandlersNobodyKnewAtStartIsRefusedOnceItIsCreated() {
		this.runner.withUserConfiguration(LazilyDeclaredAsInterface.class)
			.run((context) -> assertThatExceptionOfType(BeanCreationException.class)
				.isThrownBy(() -> context.getBean("greeter"))
				.havingRootCause()
				.isInstanceOfSatisfying(InvalidJobsConfigurationException.class, (refusal) -> {
					assertThat(refusal).hasMessage(HANDLER + "greeter' would take no jobs, because the bean was "
							+ "created after the start of the application");
					assertThat(refusal.action()).contains("must declare the class");
				}));
	}

	@Test
	void alsoIfThereIsAProxyOfItsScope() {
		this.runner.withUserConfiguration(ProxiedAndDeclaredAsInterface.class)
			.run((context) -> assertThatExceptionOfType(BeanCreationException.class)
				.isThrownBy(() -> context.getBean(Greeting.class).name())
				.havingRootCause()
				.isInstanceOf(InvalidJobsConfigurationException.class)
				.withMessage(HANDLER + "greeter' would take no jobs, because the bean was created after the start of "
						+ "the application"));
	}

	@Test
	void aPrototypeIsRefused() {
		InvalidJobsConfigurationException refusal = refusal(this.runner.withUserConfiguration(Prototype.class));
		assertThat(refusal).hasMessage("Handler method void io.redisjobs.annotation.HandlerBeansTests$Prototype"
				+ ".handle() of bean 'handlerBeansTests.Prototype' would take no jobs: the bean has scope 'prototype', "
				+ "and nobody asks for an instance of it");
		assertThat(refusal.action()).isEqualTo("Make it a singleton; or, to have an instance of its scope for each "
				+ "job, add proxyMode = ScopedProxyMode.TARGET_CLASS to its @Scope.");
	}

	@Test
	void aPrototypeOfAnUnknownClassIsRefusedIfItIsUsedAtStart() {
		assertThat(refusal(this.runner.withUserConfiguration(UsedPrototype.class)))
			.hasMessage(HANDLER + "greeter' would take no jobs: the bean has scope 'prototype', and nobody asks for "
					+ "an instance of it");
	}

	@Test
	void aPrototypeBehindAProxyOfItsScopeHasAnInstanceForEachJob() {
		this.runner.withUserConfiguration(ProxiedPrototype.class).run((context) -> {
			Set<String> instances = new HashSet<>();
			for (int i = 0; i < 3; i++) {
				instances.add(result(context, "instances", i));
			}
			assertThat(instances).hasSize(3).doesNotContain("0");
		});
	}

	@Test
	void aScopeOfTheApplicationsOwnNeedsAProxy() {
		ApplicationContextRunner scoped = this.runner
			.withInitializer((context) -> context.getBeanFactory().registerScope("tenant", new SimpleThreadScope()));
		assertThat(refusal(scoped.withUserConfiguration(OfTenants.class)))
			.hasMessage("Handler method void io.redisjobs.annotation.HandlerBeansTests$OfTenants.handle() of bean "
					+ "'handlerBeansTests.OfTenants' would take no jobs: the bean has scope 'tenant', and nobody asks "
					+ "for an instance of it");
		scoped.withUserConfiguration(ProxiedOfTenants.class)
			.run((context) -> assertThat(result(context, "tenants", 1)).isEqualTo("\"tenant\""));
	}

	@Test
	void beansOfRequestsAreRefusedWithAProxyAndWithout() {
		for (Class<?> type : new Class<?>[] { OfRequests.class, ProxiedOfRequests.class }) {
			InvalidJobsConfigurationException refusal = refusal(this.runner
				.withInitializer(
						(context) -> context.getBeanFactory().registerScope("request", new SimpleThreadScope()))
				.withUserConfiguration(type));
			assertThat(refusal).hasMessage("Handler method void " + type.getName() + ".handle() of bean "
					+ "'handlerBeansTests." + type.getSimpleName() + "' would run no jobs: the bean has scope "
					+ "'request', and a job is run outside of any");
			assertThat(refusal.action()).contains("Move the handler to a singleton");
		}
	}

	@Test
	void whatAFactoryMakesHasHandlersIfItIsOne() {
		this.runner.withBean("made", Factory.class, () -> new Factory(true))
			.run((context) -> assertThat(result(context, "greetings", "you")).isEqualTo("\"hello you\""));
		assertThat(refusal(this.runner.withBean("made", Factory.class, () -> new Factory(false))))
			.hasMessage(HANDLER + "made' would take no jobs: the bean has scope 'prototype', and nobody asks for an "
					+ "instance of it");
	}

	@Test
	void aFactoryMayHaveHandlersItself() {
		this.runner.withBean("made", FactoryWithHandlers.class)
			.run((context) -> assertThat(
					context.getBean(JobContainerRegistry.class).all().stream().map(JobContainer::queue))
				.containsExactly("factories", "greetings"));
	}

	@Test
	void aSingletonThatWasRegisteredAsItIsHasHandlers() {
		this.runner.withInitializer((context) -> context.getBeanFactory().registerSingleton("greeter", new Greeter()))
			.run((context) -> assertThat(result(context, "greetings", "you")).isEqualTo("\"hello you\""));
	}

	@Test
	void anAbstractDefinitionHasNoHandlers() {
		RootBeanDefinition definition = new RootBeanDefinition(Greeter.class);
		definition.setAbstract(true);
		this.runner
			.withInitializer((context) -> ((BeanDefinitionRegistry) context.getBeanFactory())
				.registerBeanDefinition("template", definition))
			.run((context) -> assertThat(context).hasNotFailed()
				.getBean(JobContainerRegistry.class)
				.satisfies((containers) -> assertThat(containers.all()).isEmpty()));
	}

	@Test
	void handlersOfOneQueueInTwoContextsAreRefused() {
		this.runner.withBean(Greeter.class).run((parent) -> {
			InvalidJobsConfigurationException refusal = refusal(
					this.runner.withParent(parent).withBean("another", Greeter.class));
			assertThat(refusal).hasMessage("Queue 'greetings': another application context, or the application's own "
					+ "code, has given it a container already, which does not know [Greeter.greet]");
			assertThat(refusal.action()).isEqualTo("Let all handlers of a queue be beans of one application context.");
			assertThat(result(parent, "greetings", "you")).isEqualTo("\"hello you\"");
		});
	}

	interface Greeting {

		String name();

	}

	static class Greeter implements Greeting {

		@Override
		public String name() {
			return "greeter";
		}

		@JobHandler("greetings")
		String greet(String name) {
			return "hello " + name;
		}

	}

	@Lazy
	static class LazyGreeter extends Greeter {

	}

	@Lazy
	@Configuration(proxyBeanMethods = false)
	static class LazyBeans {

		@Bean
		Greeter greeter() {
			return new Greeter();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Unused {

		@Bean
		Object unused() {
			throw new IllegalStateException("nobody asks for it");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class DeclaredAsInterface {

		@Bean
		Greeting greeter() {
			return new Greeter();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LazilyDeclaredAsInterface {

		@Bean
		@Lazy
		Greeting greeter() {
			return new Greeter();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ProxiedAndDeclaredAsInterface {

		@Bean
		@Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.INTERFACES)
		Greeting greeter() {
			return new Greeter();
		}

	}

	@Scope("prototype")
	static class Prototype {

		@JobHandler("instances")
		void handle() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class UsedPrototype {

		@Bean
		@Scope("prototype")
		Greeting greeter() {
			return new Greeter();
		}

		@Bean
		String user(Greeting greeter) {
			return greeter.name();
		}

	}

	@Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
	static class ProxiedPrototype {

		private static final AtomicInteger instances = new AtomicInteger();

		private final int instance = instances.incrementAndGet();

		@JobHandler("instances")
		int handle() {
			return this.instance;
		}

	}

	@Scope("tenant")
	static class OfTenants {

		@JobHandler("tenants")
		void handle() {
		}

	}

	@Scope(scopeName = "tenant", proxyMode = ScopedProxyMode.TARGET_CLASS)
	static class ProxiedOfTenants {

		private final String name = "tenant";

		@JobHandler("tenants")
		String handle() {
			return this.name;
		}

	}

	@Scope("request")
	static class OfRequests {

		@JobHandler("requests")
		void handle() {
		}

	}

	@Scope(scopeName = "request", proxyMode = ScopedProxyMode.TARGET_CLASS)
	static class ProxiedOfRequests {

		@JobHandler("requests")
		void handle() {
		}

	}

	static class Factory implements FactoryBean<Greeter> {

		private final boolean one;

		Factory(boolean one) {
			this.one = one;
		}

		@Override
		public Greeter getObject() {
			return new Greeter();
		}

		@Override
		public Class<?> getObjectType() {
			return Greeter.class;
		}

		@Override
		public boolean isSingleton() {
			return this.one;
		}

	}

	static class FactoryWithHandlers extends Factory {

		FactoryWithHandlers() {
			super(true);
		}

		@JobHandler("factories")
		void handle() {
		}

	}

}
