package io.redisjobs.autoconfigure;

import io.redisjobs.protocol.conveyor.ConveyorProtocol;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What stands for the Conveyor contract where protobuf is missing. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingClass(ConveyorUnavailableConfiguration.NEEDED_CLASS)
class ConveyorUnavailableConfiguration {

	static final String NEEDED_CLASS = "com.google.protobuf.CodedOutputStream";

	@Bean
	@ConditionalOnMissingBean(name = "conveyorProtocol")
	UnavailableProtocol conveyorProtocol() {
		return new UnavailableProtocol(ConveyorProtocol.ID, "com.google.protobuf:protobuf-java");
	}

}
