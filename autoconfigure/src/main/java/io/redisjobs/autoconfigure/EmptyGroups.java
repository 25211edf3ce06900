package io.redisjobs.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;

/**
 * Lets a contract's group be empty, as it is in YAML where everything in it is commented
 * out.
 */
class EmptyGroups implements BindHandler {

	@Override
	public @Nullable Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			Exception error) throws Exception {
		if (target.getValue() != null && target.getValue().get() instanceof ContractProperties
				&& isEmpty(name, context)) {
			return null;
		}
		throw error;
	}

	private static boolean isEmpty(ConfigurationPropertyName name, BindContext context) {
		for (ConfigurationPropertySource source : context.getSources()) {
			ConfigurationProperty property = source.getConfigurationProperty(name);
			if (property != null) {
				return "".equals(property.getValue());
			}
		}
		return false;
	}

}
