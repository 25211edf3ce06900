package io.redisjobs.autoconfigure;

import java.time.Clock;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.redisjobs.protocol.bullmq.BullmqProtocol;
import io.redisjobs.protocol.bullmq.BullmqScripts;
import io.redisjobs.protocol.bullmq.BullmqSettings;
import io.redisjobs.redis.ScriptRunner;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The BullMQ contract. */
@Configuration(proxyBeanMethods = false)
@Import(BullmqConfiguration.Scripts.class)
class BullmqConfiguration {

	private static final String CONTRACT = "bullmq";

	@Bean
	@ConditionalOnMissingBean
	BullmqProtocol bullmqProtocol(BeanFactory beans, ScriptRunner runner, PropertiesByQueue properties) {
		return new BullmqProtocol(ScriptBeans.collect(CONTRACT, BullmqScripts.NAMES, beans, runner), Clock.systemUTC(),
				prefixes(properties));
	}

	private static Map<String, String> prefixes(PropertiesByQueue properties) {
		return properties.queues()
			.stream()
			.filter((queue) -> properties.protocol(queue).equals(CONTRACT))
			.collect(Collectors.toMap(Function.identity(),
					(queue) -> properties.settings(queue, CONTRACT, BullmqSettings.class).prefix()));
	}

	@Bean
	@ConditionalOnMissingBean(name = "bullmqContractGroup")
	ContractGroup bullmqContractGroup() {
		return new ContractGroup(CONTRACT, BullmqProperties::new);
	}

	/** The contract's scripts as beans. */
	static final class Scripts extends ScriptBeans {

		Scripts() {
			super(CONTRACT, BullmqScripts.NAMES);
		}

	}

}
