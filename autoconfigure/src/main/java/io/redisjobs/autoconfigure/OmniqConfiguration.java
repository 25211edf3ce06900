package io.redisjobs.autoconfigure;

import java.time.Clock;
import java.time.Duration;

import io.redisjobs.protocol.omniq.OmniqClient;
import io.redisjobs.protocol.omniq.OmniqProtocol;
import io.redisjobs.protocol.omniq.OmniqScripts;
import io.redisjobs.protocol.omniq.OmniqSettings;
import io.redisjobs.redis.ScriptRunner;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static io.redisjobs.autoconfigure.ConfiguredQueues.checkAtLeast;
import static io.redisjobs.autoconfigure.ConfiguredQueues.orElse;

/** The OmniQ contract, its client, and how its properties are read. */
@Configuration(proxyBeanMethods = false)
@Import(OmniqConfiguration.Scripts.class)
class OmniqConfiguration {

	private static final String CONTRACT = "omniq";

	@Bean
	@ConditionalOnMissingBean
	OmniqProtocol omniqProtocol(BeanFactory beans, ScriptRunner runner) {
		return new OmniqProtocol(ScriptBeans.collect(CONTRACT, OmniqScripts.NAMES, beans, runner), Clock.systemUTC());
	}

	@Bean
	@ConditionalOnMissingBean
	OmniqClient omniqClient(BeanFactory beans, ScriptRunner runner, ObjectProvider<JsonMapper> json,
			ConfiguredQueues queues) {
		return new OmniqClient(ScriptBeans.collect(CONTRACT, OmniqScripts.NAMES, beans, runner), Clock.systemUTC(),
				json.getIfAvailable(JsonMapper::new), (queue) -> settings(queues.of(queue)));
	}

	@Bean
	@ConditionalOnMissingBean(name = "omniqContractSettings")
	ContractSettings omniqContractSettings() {
		return new ContractSettings(CONTRACT, OmniqConfiguration::settings);
	}

	static OmniqSettings settings(QueueProperties queue) {
		OmniqSettings defaults = OmniqSettings.defaults();
		OmniqSettings settings = defaults
			.withJobDefaults(orElse(queue.getLease(), defaults.timeout()),
					orElse(queue.getMaxAttempts(), defaults.maxAttempts()),
					orElse(queue.getBackoff(), defaults.backoff()))
			.withHeartbeatMode(orElse(queue.getHeartbeatMode(), defaults.heartbeatMode()))
			.withOnDuplicate(orElse(queue.getOnDuplicate(), defaults.onDuplicate()))
			.withKept(orElse(queue.getCompletedKeep(), defaults.completedKeep()),
					orElse(queue.getFailedKeep(), defaults.failedKeep()))
			.withTimeSource(orElse(queue.getClock(), defaults.timeSource()))
			.withPollInterval(orElse(queue.getPollInterval(), defaults.pollInterval()))
			.withMaxPayload(
					(queue.getMaxPayload() != null) ? (int) queue.getMaxPayload().toBytes() : defaults.maxPayload());
		return (queue.getChildCounterTtl() != null) ? settings.withChildCounterTtl(queue.getChildCounterTtl())
				: settings;
	}

	/** Refuses values no queue can have, by the name of their property. */
	static void check(String prefix, QueueProperties queue) {
		checkAtLeast(prefix + ".max-attempts", queue.getMaxAttempts(), 1);
		checkAtLeast(prefix + ".backoff", queue.getBackoff(), Duration.ZERO);
		checkAtLeast(prefix + ".poll-interval", queue.getPollInterval(), Duration.ofMillis(1));
		checkAtLeast(prefix + ".child-counter-ttl", queue.getChildCounterTtl(), Duration.ofMillis(1));
	}

	/** The contract's scripts as beans. */
	static final class Scripts extends ScriptBeans {

		Scripts() {
			super(CONTRACT, OmniqScripts.NAMES);
		}

	}

}
