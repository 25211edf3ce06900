package io.redisjobs.autoconfigure;

import java.time.Clock;

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

/** The OmniQ contract and its client. */
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
			PropertiesByQueue properties) {
		return new OmniqClient(ScriptBeans.collect(CONTRACT, OmniqScripts.NAMES, beans, runner), Clock.systemUTC(),
				json.getIfAvailable(JsonMapper::new),
				(queue) -> properties.settings(queue, CONTRACT, OmniqSettings.class));
	}

	@Bean
	@ConditionalOnMissingBean(name = "omniqContractGroup")
	ContractGroup omniqContractGroup() {
		return new ContractGroup(CONTRACT, OmniqProperties::new);
	}

	/** The contract's scripts as beans. */
	static final class Scripts extends ScriptBeans {

		Scripts() {
			super(CONTRACT, OmniqScripts.NAMES);
		}

	}

}
