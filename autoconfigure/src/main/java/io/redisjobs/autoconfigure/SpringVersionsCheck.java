package io.redisjobs.autoconfigure;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.redisjobs.InvalidJobsConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/**
 * Refuses versions of Spring that redis-jobs does not run on, before any class is loaded
 * that would not fit. It uses only what those versions have as well.
 */
final class SpringVersionsCheck implements ApplicationContextInitializer<ConfigurableApplicationContext>, Ordered {

	/** The oldest that fits, of Spring Boot as of Spring Data Redis. */
	static final String OLDEST = "4.1";

	private static final String OF_SPRING_DATA = "org.springframework.data.redis.connection.RedisConnectionFactory";

	private static final String SPRING_DATA = "Spring Data Redis";

	private static final Pattern VERSION = Pattern.compile("(\\d{1,9})\\.(\\d{1,9}).*");

	@Override
	public void initialize(ConfigurableApplicationContext context) {
		check(SpringBootVersion.getVersion(), ofSpringData(context.getClassLoader()));
	}

	private static @Nullable String ofSpringData(@Nullable ClassLoader loader) {
		if (!ClassUtils.isPresent(OF_SPRING_DATA, loader)) {
			return null;
		}
		Package found = ClassUtils.resolveClassName(OF_SPRING_DATA, loader).getPackage();
		// in an application that is packed into one jar, all packages have its version
		return SPRING_DATA.equals(found.getImplementationTitle()) ? found.getImplementationVersion() : null;
	}

	/**
	 * Refuses what does not fit.
	 * @param boot the version of Spring Boot
	 * @param data the version of Spring Data Redis, {@code null} if it is not known, as
	 * in a native image or in an application of one jar
	 */
	static void check(String boot, @Nullable String data) {
		if (isTooOld(boot)) {
			throw new InvalidJobsConfigurationException(problem("Spring Boot", boot),
					"Take Spring Boot " + OLDEST
							+ " or later: it is the version of spring-boot-starter-parent, of the Gradle plugin "
							+ "org.springframework.boot, or of the spring-boot-dependencies that are imported. "
							+ "Without it, take redis-jobs off the class path.");
		}
		if (data != null && isTooOld(data)) {
			throw new InvalidJobsConfigurationException(problem(SPRING_DATA, data),
					"Let Spring Boot's dependency management choose the version: take away what sets "
							+ "spring-data-bom.version, or the version of org.springframework.data:spring-data-redis.");
		}
	}

	private static String problem(String name, String found) {
		return "redis-jobs needs " + name + " " + OLDEST + " or later, and this application has " + found;
	}

	private static boolean isTooOld(String version) {
		Matcher found = VERSION.matcher(version);
		Matcher oldest = VERSION.matcher(OLDEST);
		if (!found.matches() || !oldest.matches()) {
			return false;
		}
		int major = Integer.compare(number(found, 1), number(oldest, 1));
		return major < 0 || (major == 0 && number(found, 2) < number(oldest, 2));
	}

	private static int number(Matcher version, int part) {
		return Integer.parseInt(version.group(part));
	}

	// what others do to a context may need classes that do not fit
	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

}
