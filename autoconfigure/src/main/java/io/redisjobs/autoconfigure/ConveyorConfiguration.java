package io.redisjobs.autoconfigure;

import java.time.Clock;

import io.redisjobs.protocol.conveyor.ConveyorClient;
import io.redisjobs.protocol.conveyor.ConveyorProtocol;
import io.redisjobs.protocol.conveyor.ConveyorScripts;
import io.redisjobs.protocol.conveyor.ConveyorSettings;
import io.redisjobs.redis.ScriptRunner;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The Conveyor contract and its client, where protobuf is on the class path. */
@Configuration(proxyBeanMethods = false)
class ConveyorConfiguration {

	private static final String NEEDED_CLASS = "com.google.protobuf.CodedOutputStream";

	private static final String NEEDED_LIBRARY = "com.google.protobuf:protobuf-java";

	@Bean
	@ConditionalOnMissingBean(name = "conveyorContractGroup")
	ContractGroup conveyorContractGroup() {
		return new ContractGroup(ConveyorProtocol.ID, ConveyorProperties::new);
	}

	/** The contract itself. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = NEEDED_CLASS)
	@Import(Scripts.class)
	static class WithProtobuf {

		@Bean
		@ConditionalOnMissingBean
		ConveyorProtocol conveyorProtocol(BeanFactory beans, ScriptRunner runner) {
			return new ConveyorProtocol(ScriptBeans.collect(ConveyorProtocol.ID, ConveyorScripts.NAMES, beans, runner),
					Clock.systemUTC());
		}

		@Bean
		@ConditionalOnMissingBean
		ConveyorClient conveyorClient(BeanFactory beans, ScriptRunner runner, PropertiesByQueue properties) {
			return new ConveyorClient(ScriptBeans.collect(ConveyorProtocol.ID, ConveyorScripts.NAMES, beans, runner),
					Clock.systemUTC(), properties.defaults(ConveyorProtocol.ID, ConveyorSettings.class));
		}

	}

	/** What stands for the contract where protobuf is missing. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingClass(NEEDED_CLASS)
	static class WithoutProtobuf {

		@Bean
		@ConditionalOnMissingBean(name = "conveyorProtocol")
		UnavailableProtocol conveyorProtocol() {
			return new UnavailableProtocol(ConveyorProtocol.ID, NEEDED_LIBRARY);
		}

	}

	/** The contract's scripts as beans. */
	static final class Scripts extends ScriptBeans {

		Scripts() {
			super(ConveyorProtocol.ID, ConveyorScripts.NAMES);
		}

	}

}
