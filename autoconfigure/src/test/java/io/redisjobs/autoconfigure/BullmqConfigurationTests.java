package io.redisjobs.autoconfigure;

import java.time.Duration;

import io.redisjobs.JobRetention;
import io.redisjobs.protocol.bullmq.BullmqSettings;
import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** How properties become settings of a BullMQ queue. */
class BullmqConfigurationTests {

	private final QueueProperties properties = new QueueProperties();

	@Test
	void withoutPropertiesTheDefaultsHold() {
		assertThat(BullmqConfiguration.settings(this.properties)).isEqualTo(BullmqSettings.defaults());
	}

	@Test
	void everyPropertyIsTakenOver() {
		this.properties.setPrefix("{bull}");
		this.properties.setStalledInterval(Duration.ofSeconds(5));
		this.properties.setMaxStalledCount(3);
		this.properties.setMaxStartedAttempts(9);
		this.properties.setLimiterMax(10);
		this.properties.setLimiterDuration(Duration.ofSeconds(2));
		this.properties.setBackoffCap(Duration.ZERO);
		this.properties.setMaxPayload(DataSize.ofKilobytes(1));
		this.properties.setMetricsMinutes(60);
		this.properties.setKeepCompleted(5);
		this.properties.setKeepFailedFor(Duration.ofDays(1));
		assertThat(BullmqConfiguration.settings(this.properties))
			.isEqualTo(new BullmqSettings("{bull}", new BullmqSettings.Stalls(Duration.ofSeconds(5), 3, 9),
					new BullmqSettings.Limit(10, Duration.ofSeconds(2)), null, 1024, 60,
					new BullmqSettings.Kept(JobRetention.keep(5), JobRetention.keep(Duration.ofDays(1)))));
	}

	@Test
	void aValueNoQueueCanHaveIsRefusedByItsName() {
		this.properties.setLimiterMax(0);
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> BullmqConfiguration.check("redis-jobs.queues.a", this.properties))
			.satisfies((ex) -> assertThat(ex.getName()).isEqualTo("redis-jobs.queues.a.limiter-max"));
	}

}
