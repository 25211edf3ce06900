package io.redisjobs.aot;

import io.redisjobs.autoconfigure.QueueProperties;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Hints for the scripts, and for settings that are laid over each other. */
class JobsRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("io/redisjobs/lua/**/*.lua");
		for (Class<?> type = QueueProperties.class; type != null && type != Object.class; type = type.getSuperclass()) {
			hints.reflection()
				.registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
		}
	}

}
