package io.redisjobs.testing;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Gives tests an embedded Redis with a temporary folder and a free port, whatever the
 * application is configured to have, be it none: what developers keep there, or in the
 * Redis that they use instead, is not to be emptied.
 */
record FreshServerCustomizer() implements ContextCustomizer {

	@Override
	public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
		MutablePropertySources sources = context.getEnvironment().getPropertySources();
		MapPropertySource fresh = new MapPropertySource("redisJobsFreshServer", Map.of("redis-jobs.embedded.enabled",
				"true", "redis-jobs.embedded.directory", "", "redis-jobs.embedded.port", "0"));
		String applications = StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME;
		if (sources.contains(applications)) {
			// what comes before is the test's own
			sources.addBefore(applications, fresh);
		}
		else {
			sources.addLast(fresh);
		}
	}

	/** Does so for tests that want the embedded server. */
	static final class Factory implements ContextCustomizerFactory {

		@Override
		public @Nullable ContextCustomizer createContextCustomizer(Class<?> testClass,
				List<ContextConfigurationAttributes> attributes) {
			AutoConfigureRedisJobs annotation = TestContextAnnotationUtils.findMergedAnnotation(testClass,
					AutoConfigureRedisJobs.class);
			return (annotation != null && annotation.embedded()) ? new FreshServerCustomizer() : null;
		}

	}

}
