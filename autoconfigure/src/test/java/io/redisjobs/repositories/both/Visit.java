package io.redisjobs.repositories.both;

import org.springframework.data.annotation.Id;
import org.springframework.data.redis.core.RedisHash;

/**
 * Something in Redis.
 *
 * @param id what it is called
 */
@RedisHash("visits")
record Visit(@Id String id) {

}
