package io.redisjobs.protocol.bullmq;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.redisjobs.JobOptions;
import io.redisjobs.ParentLink;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** Parents and children in queues with different prefixes. */
@ExtendWith(TestRedis.class)
class BullmqParentPrefixTests {

	private static final byte[] NOTHING = "null".getBytes(StandardCharsets.UTF_8);

	private final JedisConnectionFactory connections = connect();

	private final BullmqProtocol protocol = new BullmqProtocol(
			ContractScripts.bundled("bullmq", new ScriptRunner(this.connections), BullmqScripts.NAMES),
			Clock.systemUTC());

	private static JedisConnectionFactory connect() {
		JedisConnectionFactory connections = new JedisConnectionFactory(
				new RedisStandaloneConfiguration(TestRedis.host(), TestRedis.port()));
		connections.afterPropertiesSet();
		connections.start();
		return connections;
	}

	@AfterEach
	void close() {
		this.connections.destroy();
	}

	@Test
	void aChildFindsItsParentBelowTheParentsPrefix(Jedis jedis) {
		try (JobQueue parents = open("parents", "first"); JobQueue children = open("children", "second")) {
			parents.publish(List.of(new NewJob(NOTHING, new JobOptions().id("p"))));
			JobOptions options = new JobOptions().id("c")
				.parent(new ParentLink("parents", "p", ParentLink.OnFailure.WAIT));
			assertThat(children.publish(List.of(new NewJob(NOTHING, options)))).extracting(PublishResult::id)
				.containsExactly("c");
			assertThat(jedis.hget("second:children:c", "parentKey")).isEqualTo("first:parents:p");
			assertThat(jedis.smembers("first:parents:p:dependencies")).containsExactly("second:children:c");
			children.complete(children.reserve(1, Duration.ZERO)
				.jobs()
				.stream()
				.map((job) -> new Completion(job, NOTHING))
				.toList());
			assertThat(jedis.hgetAll("first:parents:p:processed")).isEqualTo(Map.of("second:children:c", "null"));
		}
	}

	private JobQueue open(String queue, String prefix) {
		return this.protocol.open(
				new QueueDefinition(queue, Duration.ofSeconds(30), null, BullmqSettings.defaults().withPrefix(prefix)));
	}

}
