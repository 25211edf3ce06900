package io.redisjobs.autoconfigure.aot;

import io.redisjobs.autoconfigure.QueueProperties;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Hints for the scripts, for settings that are laid over each other, and for the nodes
 * that Lettuce has and does not tell.
 */
class JobsRuntimeHints implements RuntimeHintsRegistrar {

	private static final String LETTUCE = "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory";

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("io/redisjobs/lua/**/*.lua");
		for (Class<?> type = QueueProperties.class; type != null && type != Object.class; type = type.getSuperclass()) {
			hints.reflection()
				.registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
		}
		hints.reflection().registerTypeIfPresent(classLoader, LETTUCE, (type) -> type.withField("configuration"));
	}

}
