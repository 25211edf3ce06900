package io.redisjobs.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.redisjobs.JobHandler;
import io.redisjobs.autoconfigure.actuate.JobsHealthIndicator;
import io.redisjobs.event.ContainerEvent;
import io.redisjobs.event.ContainerFailedEvent;
import io.redisjobs.listener.ContainerState;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.event.EventListener;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What an application tells of a driver that turns out not to fit while it runs. */
@ExtendWith({ TestRedis.class, OutputCaptureExtension.class })
class MisfitApplicationTests {

	@Test
	void itsContainerStopsAndHealthIsDownWithWhatDoesNotFit(CapturedOutput output) {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class, RedisJobsAutoConfiguration.class,
					JobsActuatorAutoConfiguration.class))
			.withBean(Connections.class)
			.withUserConfiguration(Mailer.class)
			.run((context) -> {
				JobContainer container = context.getBean(JobContainerRegistry.class).get("emails").orElseThrow();
				assertThat(container.state()).isEqualTo(ContainerState.RUNNING);
				context.getBean(Connections.class).unfit = true;
				container.lookAgain();
				await().atMost(Duration.ofSeconds(60)).until(() -> container.state() == ContainerState.FAILED);
				await().until(() -> context.getBean(Mailer.class).events.stream()
					.anyMatch(ContainerFailedEvent.class::isInstance));
				Health health = context.getBean(JobsHealthIndicator.class).health();
				assertThat(health.getStatus()).isEqualTo(Status.DOWN);
				assertThat(health.getDetails().get("containers"))
					.hasToString("{emails=FAILED: NoSuchMethodError: 'void redis.clients.jedis.Jedis.odd()'}");
				assertThat(output)
					.contains("trying again does not help: a library does not fit (NoSuchMethodError: "
							+ "'void redis.clients.jedis.Jedis.odd()'; redis.clients.jedis.Jedis is from jedis-")
					.doesNotContain("trying again until it can");
			});
	}

	/** Connections that stop to fit. */
	static class Connections extends JedisConnectionFactory {

		private volatile boolean unfit;

		Connections() {
			super(new RedisStandaloneConfiguration(TestRedis.host(), TestRedis.port()));
		}

		@Override
		public RedisConnection getConnection() {
			if (this.unfit) {
				throw new NoSuchMethodError("'void redis.clients.jedis.Jedis.odd()'");
			}
			return super.getConnection();
		}

	}

	static class Mailer {

		private final List<ContainerEvent> events = new CopyOnWriteArrayList<>();

		@JobHandler("emails")
		void send() {
		}

		@EventListener
		void on(ContainerEvent event) {
			this.events.add(event);
		}

	}

}
