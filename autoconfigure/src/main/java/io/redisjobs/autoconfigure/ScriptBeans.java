package io.redisjobs.autoconfigure;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.ScriptRunner;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Registers one {@link RedisScript} bean for each script of a contract, unless a bean of
 * that name is there.
 */
abstract class ScriptBeans implements ImportBeanDefinitionRegistrar {

	private final String contract;

	private final Collection<String> names;

	ScriptBeans(String contract, Collection<String> names) {
		this.contract = contract;
		this.names = names;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		for (String name : this.names) {
			String beanName = ContractScripts.beanName(this.contract, name);
			if (!registry.isBeanNameInUse(beanName)) {
				registry.registerBeanDefinition(beanName,
						BeanDefinitionBuilder.rootBeanDefinition(ContractScripts.class, "read")
							.addConstructorArgValue(this.contract)
							.addConstructorArgValue(name)
							.getBeanDefinition());
			}
		}
	}

	/** The scripts of a contract as the beans have them. */
	static ContractScripts collect(String contract, Collection<String> names, BeanFactory beans, ScriptRunner runner) {
		Map<String, RedisScript<?>> scripts = new HashMap<>();
		for (String name : names) {
			scripts.put(name, beans.getBean(ContractScripts.beanName(contract, name), RedisScript.class));
		}
		return new ContractScripts(contract, runner, scripts);
	}

}
