package io.redisjobs.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.function.Supplier;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.JobHandler;
import io.redisjobs.annotation.elsewhere.PackagePrivate;
import io.redisjobs.test.TestRedis;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.autoproxy.BeanNameAutoProxyCreator;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static io.redisjobs.annotation.HandlerFixture.refusal;
import static io.redisjobs.annotation.HandlerFixture.result;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that handlers run on their bean, through its proxy, and that those are refused
 * with which that cannot be.
 */
@ExtendWith(TestRedis.class)
class HandlerProxiesTests {

	private final ApplicationContextRunner runner = HandlerFixture.runner();

	private ApplicationContextRunner proxied(Class<?> type, boolean byClass) {
		BeanNameAutoProxyCreator proxies = new BeanNameAutoProxyCreator();
		proxies.setBeanNames("proxied");
		proxies.setInterceptorNames("around");
		proxies.setProxyTargetClass(byClass);
		MethodInterceptor around = (call) -> "around " + call.proceed();
		return this.runner.withBean(BeanNameAutoProxyCreator.class, () -> proxies)
			.withBean("around", MethodInterceptor.class, () -> around)
			.withBean("proxied", type);
	}

	@Test
	void methodsThatAProxyOverridesRunOnItsBean() {
		for (Class<?> type : new Class<?>[] { Public.class, Protected.class, OfThisPackage.class, Child.class }) {
			proxied(type, true).run((context) -> assertThat(result(context, "proxied", 1)).isEqualTo("\"around Ada\""));
		}
	}

	@Test
	void methodsThatAProxyCannotOverrideAreRefused() {
		refusedBecauseItIs("final", Final.class, "final java.lang.String " + Final.class.getName());
		refusedBecauseItIs("private", Private.class, "private java.lang.String " + Private.class.getName());
		refusedBecauseItIs("package-private, and not in the proxy's package", FromElsewhere.class,
				"java.lang.String " + PackagePrivate.class.getName());
	}

	private void refusedBecauseItIs(String reason, Class<?> type, String method) {
		InvalidJobsConfigurationException refusal = refusal(proxied(type, true));
		assertThat(refusal).hasMessage("Handler method " + method + ".handle() of bean 'proxied' is " + reason
				+ ", so that the bean's proxy cannot pass the call on: it would run on the proxy itself, whose fields "
				+ "are empty");
		assertThat(refusal.action()).startsWith("Make the method neither final nor private");
	}

	@Test
	void withoutAProxyTheyMayBeWhatTheyLike() {
		for (Class<?> type : new Class<?>[] { Final.class, Private.class, FromElsewhere.class, Static.class }) {
			this.runner.withBean(type).run((context) -> assertThat(result(context, "proxied", 1)).isEqualTo("\"Ada\""));
		}
	}

	@Test
	void aStaticMethodNeedsNoProxy() {
		proxied(Static.class, true).run((context) -> assertThat(result(context, "proxied", 1)).isEqualTo("\"Ada\""));
		proxied(StaticBehindInterface.class, false)
			.run((context) -> assertThat(result(context, "proxied", 1)).isEqualTo("\"Ada\""));
	}

	@Test
	void aConfigurationIsNoProxyOfAnything() {
		this.runner.withUserConfiguration(Settings.class)
			.run((context) -> assertThat(result(context, "proxied", 1)).isEqualTo("\"Ada\""));
	}

	@Test
	void aProxyOfInterfacesPassesOnWhatTheyDeclare() {
		proxied(Greeting.class, false)
			.run((context) -> assertThat(result(context, "greetings", "you")).isEqualTo("\"around hello you\""));
		proxied(OrderTaker.class, false)
			.run((context) -> assertThat(result(context, "orders", new Order("book"))).isEqualTo("\"around book\""));
		proxied(ByDefault.class, false)
			.run((context) -> assertThat(result(context, "defaults", 1)).isEqualTo("\"around default\""));
	}

	@Test
	void whatTheInterfacesOfAProxyLackIsRefused() {
		InvalidJobsConfigurationException refusal = refusal(proxied(Undeclared.class, false));
		assertThat(refusal).hasMessage("Handler method public java.lang.String " + Undeclared.class.getName()
				+ ".handle() of bean 'proxied' is in none of the interfaces of the bean's proxy, so that nobody can "
				+ "call it");
		assertThat(refusal.action()).startsWith("Declare it in an interface of the bean")
			.contains("spring.aop.proxy-target-class=true");
	}

	@Test
	void annotationsOfInterfacesAndOfAbstractClassesCount() {
		this.runner.withBean(Greeting.class)
			.run((context) -> assertThat(result(context, "greetings", "you")).isEqualTo("\"hello you\""));
		this.runner.withBean(OrderTaker.class)
			.run((context) -> assertThat(result(context, "orders", new Order("book"))).isEqualTo("\"book\""));
		this.runner.withBean(Child.class)
			.run((context) -> assertThat(result(context, "proxied", 1)).isEqualTo("\"Ada\""));
		this.runner.withBean(Inheriting.class)
			.run((context) -> assertThat(result(context, "greetings", "you")).isEqualTo("\"inherited you\""));
		Greeter lambda = (name) -> "hi " + name;
		this.runner.withBean(Greeter.class, () -> lambda)
			.run((context) -> assertThat(result(context, "greetings", "you")).isEqualTo("\"hi you\""));
	}

	@Test
	void aBeanThatIsReferredToInACircleRunsBehindItsProxy() {
		proxied(InACircle.class, true).withAllowCircularReferences(true)
			.withBean(Other.class)
			.run((context) -> assertThat(result(context, "proxied", 1)).isEqualTo("\"around Ada\""));
	}

	@Test
	void aProxyThatWasMadeByHandIsTreatedAlike() {
		ProxyFactory factory = new ProxyFactory(new Final());
		factory.setProxyTargetClass(true);
		assertThat(refusal(this.runner.withBean("byHand", Final.class, () -> (Final) factory.getProxy())))
			.hasMessageContaining("of bean 'byHand' is final");
	}

	@Retention(RetentionPolicy.RUNTIME)
	@JobHandler("proxied")
	@interface Proxied {

	}

	static class Public {

		private final String name = "Ada";

		@Proxied
		public String handle() {
			return this.name;
		}

	}

	static class Protected {

		private final String name = "Ada";

		@JobHandler("proxied")
		protected String handle() {
			return this.name;
		}

	}

	static class OfThisPackage {

		private final String name = "Ada";

		@JobHandler("proxied")
		String handle() {
			return this.name;
		}

	}

	abstract static class Parent<T> {

		@JobHandler("proxied")
		abstract String handle(T payload);

	}

	static class Child extends Parent<Integer> {

		private final String name = "Ada";

		@Override
		String handle(Integer payload) {
			return this.name;
		}

	}

	static class Final {

		private final String name = "Ada";

		@JobHandler("proxied")
		final String handle() {
			return this.name;
		}

	}

	static class Private {

		private final String name = "Ada";

		@JobHandler("proxied")
		private String handle() {
			return this.name;
		}

	}

	static class FromElsewhere extends PackagePrivate {

	}

	static class InACircle {

		private final String name = "Ada";

		@Autowired
		private @Nullable Other other;

		@JobHandler("proxied")
		public String handle() {
			return (this.other != null) ? this.name : "";
		}

	}

	static class Other {

		@Autowired
		private @Nullable InACircle circle;

	}

	static class Static {

		@JobHandler("proxied")
		static String handle() {
			return "Ada";
		}

	}

	static class StaticBehindInterface extends Static implements Supplier<String> {

		@Override
		public String get() {
			return "";
		}

	}

	@Configuration
	static class Settings {

		private final String name = "Ada";

		@Bean
		Object other() {
			return new Object();
		}

		@JobHandler("proxied")
		final String handle() {
			return this.name;
		}

	}

	interface Greeter {

		@JobHandler("greetings")
		String greet(String name);

	}

	static class Greeting implements Greeter {

		@Override
		public String greet(String name) {
			return "hello " + name;
		}

	}

	static class Unaware {

		public String greet(String name) {
			return "inherited " + name;
		}

	}

	static class Inheriting extends Unaware implements Greeter {

	}

	record Order(String title) {

	}

	interface Taker<T> {

		@JobHandler("orders")
		String take(T payload);

	}

	static class OrderTaker implements Taker<Order> {

		@Override
		public String take(Order payload) {
			return payload.title();
		}

	}

	interface WithDefault {

		@JobHandler("defaults")
		default String handle() {
			return "default";
		}

	}

	static class ByDefault implements WithDefault {

	}

	static class Undeclared implements Greeter {

		@Override
		public String greet(String name) {
			return name;
		}

		@JobHandler("proxied")
		public String handle() {
			return "";
		}

	}

}
