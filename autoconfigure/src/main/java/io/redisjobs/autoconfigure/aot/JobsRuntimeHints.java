package io.redisjobs.autoconfigure.aot;

import io.redisjobs.autoconfigure.BullmqProperties;
import io.redisjobs.autoconfigure.ConveyorProperties;
import io.redisjobs.autoconfigure.EmbeddedRedisProperties;
import io.redisjobs.autoconfigure.OmniqProperties;
import io.redisjobs.autoconfigure.QueueProperties;
import io.redisjobs.autoconfigure.RedisJobsProperties;
import io.redisjobs.autoconfigure.StreamsProperties;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;

/**
 * Hints for the scripts, for settings that are laid over each other, and for the nodes
 * that Lettuce has and does not tell.
 */
class JobsRuntimeHints implements RuntimeHintsRegistrar {

	private static final String LETTUCE = "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory";

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("io/redisjobs/lua/**/*.lua");
		hints.reflection()
			.registerType(QueueProperties.class, MemberCategory.INVOKE_PUBLIC_METHODS,
					MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
		BindableRuntimeHintsRegistrar
			.forTypes(RedisJobsProperties.class, EmbeddedRedisProperties.class, BullmqProperties.class,
					ConveyorProperties.class, OmniqProperties.class, StreamsProperties.class)
			.registerHints(hints, classLoader);
		hints.reflection().registerTypeIfPresent(classLoader, LETTUCE, (type) -> type.withField("configuration"));
	}

}
