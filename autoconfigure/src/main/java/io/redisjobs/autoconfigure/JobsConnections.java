package io.redisjobs.autoconfigure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

import io.redisjobs.InvalidJobsConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Knows which of the application's connections lead to the Redis that holds the jobs.
 * Whatever else needs them asks the {@code ScriptRunner}.
 */
final class JobsConnections {

	private JobsConnections() {
	}

	/**
	 * Chooses the connections.
	 * @param marked those with {@link RedisJobs}
	 * @param beans the application's beans
	 */
	static RedisConnectionFactory choose(ObjectProvider<RedisConnectionFactory> marked, ListableBeanFactory beans) {
		RedisConnectionFactory chosen = one(marked);
		if (chosen == null) {
			chosen = noCandidate(beans);
		}
		return (chosen != null) ? chosen : onlyOrPrimary(beans);
	}

	private static @Nullable RedisConnectionFactory one(ObjectProvider<RedisConnectionFactory> marked) {
		try {
			return marked.getIfAvailable();
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw severalMarked(names(ex));
		}
	}

	// what nobody gets injected has its mark all the same
	private static @Nullable RedisConnectionFactory noCandidate(ListableBeanFactory beans) {
		Collection<String> names = new TreeSet<>(Marked.names(beans));
		if (names.size() > 1) {
			throw severalMarked(names);
		}
		return names.isEmpty() ? null : beans.getBean(names.iterator().next(), RedisConnectionFactory.class);
	}

	private static InvalidJobsConfigurationException severalMarked(Collection<String> names) {
		return new InvalidJobsConfigurationException(
				"Jobs use one Redis, and several connection factories are marked with @RedisJobs, the beans " + names,
				"Take @RedisJobs off all but the one whose Redis holds the jobs.");
	}

	private static RedisConnectionFactory onlyOrPrimary(ListableBeanFactory beans) {
		try {
			return beans.getBeanProvider(RedisConnectionFactory.class).getObject();
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw new InvalidJobsConfigurationException(
					"Jobs use one Redis, and the application has several connection factories, the beans " + names(ex),
					"Mark the one whose Redis holds the jobs with @" + RedisJobs.class.getName()
							+ ", or the one that is meant wherever none is named with @Primary.");
		}
	}

	private static Collection<String> names(NoUniqueBeanDefinitionException ambiguous) {
		return new TreeSet<>(Objects.requireNonNullElse(ambiguous.getBeanNamesFound(), List.of()));
	}

	/** What to call the Redis of the jobs where there are several; empty otherwise. */
	static String place(RedisConnectionFactory connections, ListableBeanFactory beans) {
		Map<String, RedisConnectionFactory> all = beans.getBeansOfType(RedisConnectionFactory.class, false, false);
		if (all.size() < 2) {
			return "";
		}
		return all.entrySet()
			.stream()
			.filter((bean) -> bean.getValue() == connections)
			.map((bean) -> " (the one of the bean '" + bean.getKey() + "')")
			.findFirst()
			.orElse("");
	}

	/** Matches where there are any. */
	static final class Present extends AnyNestedCondition {

		Present() {
			super(ConfigurationPhase.REGISTER_BEAN);
		}

		@ConditionalOnBean(RedisConnectionFactory.class)
		static class Any {

		}

		@Conditional(Marked.class)
		static class Own {

		}

	}

	/** Matches where one is marked, even if it is no default candidate for others. */
	static class Marked extends SpringBootCondition implements ConfigurationCondition {

		@Override
		public ConfigurationPhase getConfigurationPhase() {
			return ConfigurationPhase.REGISTER_BEAN;
		}

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			List<String> names = names(context.getBeanFactory());
			ConditionMessage.Builder message = ConditionMessage.forCondition("@RedisJobs");
			return names.isEmpty() ? ConditionOutcome.noMatch(message.because("no bean is marked"))
					: ConditionOutcome.match(message.found("bean", "beans").items(names));
		}

		// creates nothing: beans are still being registered
		private static List<String> names(@Nullable BeanFactory beans) {
			List<String> names = new ArrayList<>();
			for (BeanFactory next = beans; next instanceof ListableBeanFactory current; next = parent(current)) {
				for (String name : current.getBeanNamesForType(RedisConnectionFactory.class, true, false)) {
					if (current.findAnnotationOnBean(name, RedisJobs.class, false) != null) {
						names.add(name);
					}
				}
			}
			return names;
		}

		private static @Nullable BeanFactory parent(BeanFactory beans) {
			return (beans instanceof HierarchicalBeanFactory child) ? child.getParentBeanFactory() : null;
		}

	}

	/** Matches where none is marked. */
	static final class NoneMarked extends Marked {

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			ConditionOutcome marked = super.getMatchOutcome(context, metadata);
			return new ConditionOutcome(!marked.isMatch(), marked.getConditionMessage());
		}

	}

}
