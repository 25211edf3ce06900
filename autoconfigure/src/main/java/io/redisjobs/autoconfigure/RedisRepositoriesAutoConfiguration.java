package io.redisjobs.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.data.redis.autoconfigure.DataRedisRepositoriesAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.repository.configuration.EnableRedisRepositories;

/**
 * Auto-configuration that keeps Spring Data from looking for repositories on Redis in
 * applications that have none: it would say of every repository of another store, such as
 * JPA, that it cannot tell whose it is.
 */
@AutoConfiguration(before = DataRedisRepositoriesAutoConfiguration.class)
@ConditionalOnClass(EnableRedisRepositories.class)
@Import(RedisRepositoriesDefault.class)
public final class RedisRepositoriesAutoConfiguration {

}
