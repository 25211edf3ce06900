package io.redisjobs.testing;

import io.redisjobs.JobOperations;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.utility.DockerImageName;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that a Redis in a container comes before the embedded one. */
@SpringBootTest
@AutoConfigureRedisJobs
@Testcontainers(disabledWithoutDocker = true)
class RedisContainerTests {

	@Container
	@ServiceConnection(name = "redis")
	private static final GenericContainer<?> redis = new GenericContainer<>(DockerImageName.parse("redis:7.0.15"))
		.withExposedPorts(6379);

	@Autowired
	private JobTester tester;

	@Autowired
	private JobOperations jobs;

	@Autowired
	private DataRedisConnectionDetails details;

	@Test
	void jobsRunOnTheRedisOfTheContainer() {
		assertThat(this.details.getStandalone()).isNotNull();
		assertThat(this.details.getStandalone().getPort()).isEqualTo(redis.getMappedPort(6379));
		this.jobs.publish("emails", new Mail("Ada"));
		assertThat(this.tester.runOne("emails").completed()).isTrue();
	}

}
