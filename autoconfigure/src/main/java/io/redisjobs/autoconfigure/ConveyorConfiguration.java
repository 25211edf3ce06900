package io.redisjobs.autoconfigure;

import java.time.Clock;

import io.redisjobs.Backoff;
import io.redisjobs.protocol.conveyor.ConveyorClient;
import io.redisjobs.protocol.conveyor.ConveyorProtocol;
import io.redisjobs.protocol.conveyor.ConveyorScripts;
import io.redisjobs.protocol.conveyor.ConveyorSettings;
import io.redisjobs.redis.ScriptRunner;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static io.redisjobs.autoconfigure.ConfiguredQueues.orElse;

/** The Conveyor contract, its client, and how its properties are read. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = ConveyorUnavailableConfiguration.NEEDED_CLASS)
@Import(ConveyorConfiguration.Scripts.class)
class ConveyorConfiguration {

	@Bean
	@ConditionalOnMissingBean
	ConveyorProtocol conveyorProtocol(BeanFactory beans, ScriptRunner runner) {
		return new ConveyorProtocol(ScriptBeans.collect(ConveyorProtocol.ID, ConveyorScripts.NAMES, beans, runner),
				Clock.systemUTC());
	}

	@Bean
	@ConditionalOnMissingBean
	ConveyorClient conveyorClient(BeanFactory beans, ScriptRunner runner, RedisJobsProperties properties) {
		return new ConveyorClient(ScriptBeans.collect(ConveyorProtocol.ID, ConveyorScripts.NAMES, beans, runner),
				Clock.systemUTC(), settings(properties.getDefaults()));
	}

	@Bean
	@ConditionalOnMissingBean(name = "conveyorContractSettings")
	ContractSettings conveyorContractSettings() {
		return new ContractSettings(ConveyorProtocol.ID, ConveyorConfiguration::settings);
	}

	static ConveyorSettings settings(QueueProperties queue) {
		ConveyorSettings defaults = ConveyorSettings.defaults();
		Backoff backoff = new Backoff(orElse(queue.getBackoffType(), defaults.backoff().type()),
				orElse(queue.getBackoff(), defaults.backoff().delay()), 0);
		return defaults.withPreset(orElse(queue.getPreset(), defaults.preset()))
			.withPrefix(queue.getPrefix())
			.withType(queue.getJobType())
			.withMaxRetries(orElse(queue.getMaxAttempts(), defaults.maxRetries()))
			.withBackoff(backoff, orElse(queue.getBackoffCap(), defaults.maxBackoff()))
			.withChildFailure(orElse(queue.getChildFailure(), defaults.childFailure()))
			.withCountCrashes(orElse(queue.getCountCrashAsRetry(), defaults.countCrashes()))
			.withEvents(queue.getEvents())
			.withVerifyParent(orElse(queue.getVerifyParent(), defaults.verifyParent()));
	}

	/** Refuses values no queue can have, by the name of their property. */
	static void check(String prefix, QueueProperties queue) {
		String type = queue.getBackoffType();
		if (type != null && !type.equals("fixed") && !type.equals("exponential")) {
			throw ConfiguredQueues.invalid(prefix + ".backoff-type", type, "must be fixed or exponential");
		}
	}

	/** The contract's scripts as beans. */
	static final class Scripts extends ScriptBeans {

		Scripts() {
			super(ConveyorProtocol.ID, ConveyorScripts.NAMES);
		}

	}

}
