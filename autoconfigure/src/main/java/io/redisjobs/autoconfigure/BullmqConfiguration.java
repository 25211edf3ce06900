package io.redisjobs.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import io.redisjobs.JobRetention;
import io.redisjobs.protocol.bullmq.BullmqProtocol;
import io.redisjobs.protocol.bullmq.BullmqScripts;
import io.redisjobs.protocol.bullmq.BullmqSettings;
import io.redisjobs.redis.ScriptRunner;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.util.unit.DataSize;

import static io.redisjobs.autoconfigure.ConfiguredQueues.checkAtLeast;
import static io.redisjobs.autoconfigure.ConfiguredQueues.orElse;

/** The BullMQ contract and how its properties are read. */
@Configuration(proxyBeanMethods = false)
@Import(BullmqConfiguration.Scripts.class)
class BullmqConfiguration {

	private static final String CONTRACT = "bullmq";

	@Bean
	@ConditionalOnMissingBean
	BullmqProtocol bullmqProtocol(BeanFactory beans, ScriptRunner runner, RedisJobsProperties properties) {
		return new BullmqProtocol(ScriptBeans.collect(CONTRACT, BullmqScripts.NAMES, beans, runner), Clock.systemUTC(),
				prefixes(properties));
	}

	private static Map<String, String> prefixes(RedisJobsProperties properties) {
		QueueProperties defaults = properties.getDefaults();
		Map<String, String> prefixes = new HashMap<>();
		properties.getQueues().forEach((name, queue) -> {
			if (CONTRACT.equals(orElse(queue.getProtocol(), orElse(defaults.getProtocol(), CONTRACT)))) {
				prefixes.put(name,
						orElse(queue.getPrefix(), orElse(defaults.getPrefix(), BullmqSettings.defaults().prefix())));
			}
		});
		return prefixes;
	}

	@Bean
	@ConditionalOnMissingBean(name = "bullmqContractSettings")
	ContractSettings bullmqContractSettings() {
		return new ContractSettings(CONTRACT, BullmqConfiguration::settings);
	}

	static BullmqSettings settings(QueueProperties queue) {
		BullmqSettings defaults = BullmqSettings.defaults();
		BullmqSettings.Stalls stalls = new BullmqSettings.Stalls(
				orElse(queue.getStalledInterval(), defaults.stalls().interval()),
				orElse(queue.getMaxStalledCount(), defaults.stalls().maxCount()), queue.getMaxStartedAttempts());
		BullmqSettings.Limit limit = (queue.getLimiterMax() != null) ? new BullmqSettings.Limit(queue.getLimiterMax(),
				orElse(queue.getLimiterDuration(), Duration.ofSeconds(1))) : null;
		return defaults.withPrefix(orElse(queue.getPrefix(), defaults.prefix()))
			.withStalls(stalls)
			.withLimit(limit)
			.withBackoffCap(cap(queue.getBackoffCap(), defaults.backoffCap()))
			.withMaxPayload(
					(queue.getMaxPayload() != null) ? (int) queue.getMaxPayload().toBytes() : defaults.maxPayload())
			.withMetricsMinutes(queue.getMetricsMinutes())
			.withKept(new BullmqSettings.Kept(retention(queue.getKeepCompleted(), queue.getKeepCompletedFor()),
					retention(queue.getKeepFailed(), queue.getKeepFailedFor())));
	}

	/** Refuses values no queue can have, by the name of their property. */
	static void check(String prefix, QueueProperties queue) {
		checkAtLeast(prefix + ".max-stalled-count", queue.getMaxStalledCount(), 0);
		checkAtLeast(prefix + ".max-started-attempts", queue.getMaxStartedAttempts(), 1);
		checkAtLeast(prefix + ".limiter-max", queue.getLimiterMax(), 1);
		checkAtLeast(prefix + ".metrics-minutes", queue.getMetricsMinutes(), 1);
		checkAtLeast(prefix + ".keep-completed", queue.getKeepCompleted(), 0);
		checkAtLeast(prefix + ".keep-failed", queue.getKeepFailed(), 0);
		checkAtLeast(prefix + ".stalled-interval", queue.getStalledInterval(), Duration.ofMillis(1));
		checkAtLeast(prefix + ".limiter-duration", queue.getLimiterDuration(), Duration.ofMillis(1));
		checkAtLeast(prefix + ".backoff-cap", queue.getBackoffCap(), Duration.ZERO);
		checkAtLeast(prefix + ".keep-completed-for", queue.getKeepCompletedFor(), Duration.ZERO);
		checkAtLeast(prefix + ".keep-failed-for", queue.getKeepFailedFor(), Duration.ZERO);
		checkAtLeast(prefix + ".max-payload", queue.getMaxPayload(), DataSize.ofBytes(1));
		if (queue.getMaxPayload() != null && queue.getMaxPayload().toBytes() > Integer.MAX_VALUE) {
			throw new InvalidConfigurationPropertyValueException(prefix + ".max-payload", queue.getMaxPayload(),
					"must be less than 2GB");
		}
	}

	private static @Nullable Duration cap(@Nullable Duration set, @Nullable Duration standard) {
		if (set == null) {
			return standard;
		}
		return set.isZero() ? null : set;
	}

	private static @Nullable JobRetention retention(@Nullable Integer count, @Nullable Duration age) {
		return (count != null || age != null) ? new JobRetention(count, age) : null;
	}

	/** The contract's scripts as beans. */
	static final class Scripts extends ScriptBeans {

		Scripts() {
			super(CONTRACT, BullmqScripts.NAMES);
		}

	}

}
