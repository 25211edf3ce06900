package io.redisjobs.autoconfigure;

import java.util.Set;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/** A contract of an application's own has what the others have. */
@ExtendWith(TestRedis.class)
class OwnContractTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class,
				RedisJobsAutoConfiguration.class))
		.withPropertyValues("spring.data.redis.client-type=jedis", "spring.data.redis.host=" + TestRedis.host(),
				"spring.data.redis.port=" + TestRedis.port(), "redis-jobs.queues.orders.protocol=carrier")
		.withUserConfiguration(Carrier.class);

	@Test
	void itsPropertiesReachItAsItsSettings() {
		this.runner
			.withPropertyValues("redis-jobs.defaults.carrier.pigeons=2", "redis-jobs.defaults.carrier.loft=north",
					"redis-jobs.queues.orders.carrier.pigeons=5")
			.run((context) -> {
				context.getBean(JobQueues.class).get("orders");
				assertThat(context.getBean(CarrierProtocol.class).settings).isEqualTo("5 pigeons from north");
			});
	}

	@Test
	void itsPropertiesAreChecked() {
		this.runner.withPropertyValues("redis-jobs.queues.orders.carrier.pigeons=0")
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class,
						(error) -> assertThat(error.getName()).isEqualTo("redis-jobs.queues.orders.carrier.pigeons")));
		this.runner.withPropertyValues("redis-jobs.queues.orders.carrier.pigoens=3")
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.isInstanceOfSatisfying(InvalidJobsConfigurationException.class,
						(error) -> assertThat(error.action()).contains("redis-jobs.queues.orders.carrier.pigeons")));
		this.runner.withPropertyValues("redis-jobs.queues.orders.bullmq.limiter-max=3")
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("'orders' speaks carrier"));
		this.runner.withPropertyValues("redis-jobs.queues.orders.backoff-cap=3s")
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("'orders' speaks carrier"));
	}

	@Configuration(proxyBeanMethods = false)
	static class Carrier {

		@Bean
		CarrierProtocol carrierProtocol() {
			return new CarrierProtocol();
		}

		@Bean
		ContractGroup carrierGroup() {
			return new ContractGroup("carrier", CarrierProperties::new);
		}

	}

	static final class CarrierProtocol implements JobProtocol {

		private Object settings = "none";

		@Override
		public String id() {
			return "carrier";
		}

		@Override
		public Set<Capability> capabilities() {
			return Set.of();
		}

		@Override
		public JobQueue open(QueueDefinition definition) {
			this.settings = definition.settings(String.class, "default");
			return mock();
		}

	}

	public static class CarrierProperties implements ContractProperties {

		private int pigeons = 1;

		private String loft = "south";

		public int getPigeons() {
			return this.pigeons;
		}

		public void setPigeons(int pigeons) {
			this.pigeons = pigeons;
		}

		public String getLoft() {
			return this.loft;
		}

		public void setLoft(String loft) {
			this.loft = loft;
		}

		@Override
		public Set<String> unused() {
			return Set.of("backoff-cap");
		}

		@Override
		public void check(PropertyCheck check) {
			check.atLeast("pigeons", this.pigeons, 1);
		}

		@Override
		public Object settings(QueueProperties common) {
			return this.pigeons + " pigeons from " + this.loft;
		}

	}

}
