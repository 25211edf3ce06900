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
class BullmqPropertiesTests {

	private final QueueProperties common = new QueueProperties();

	private final BullmqProperties own = new BullmqProperties();

	@Test
	void everyPropertyIsTakenOver() {
		this.common.setPrefix("{bull}");
		this.common.setBackoffCap(Duration.ZERO);
		this.common.setMaxPayload(DataSize.ofKilobytes(1));
		this.own.setStalledInterval(Duration.ofSeconds(5));
		this.own.setMaxStalledCount(3);
		this.own.setMaxStartedAttempts(9);
		this.own.setLimiterMax(10);
		this.own.setLimiterDuration(Duration.ofSeconds(2));
		this.own.setMetricsMinutes(60);
		this.own.setKeepCompleted(5);
		this.own.setKeepFailedFor(Duration.ofDays(1));
		assertThat(this.own.settings(this.common))
			.isEqualTo(new BullmqSettings("{bull}", new BullmqSettings.Stalls(Duration.ofSeconds(5), 3, 9),
					new BullmqSettings.Limit(10, Duration.ofSeconds(2)), null, 1024, 60,
					new BullmqSettings.Kept(JobRetention.keep(5), JobRetention.keep(Duration.ofDays(1)))));
	}

	@Test
	void aLimitWithoutATimeIsOneOfASecond() {
		this.own.setLimiterMax(10);
		assertThat(this.own.settings(this.common).limit())
			.isEqualTo(new BullmqSettings.Limit(10, Duration.ofSeconds(1)));
	}

	@Test
	void aTimeWithoutALimitIsRefused() {
		this.own.setLimiterDuration(Duration.ofSeconds(2));
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> this.own.check(new PropertyCheck("redis-jobs.queues.a.bullmq")))
			.satisfies((ex) -> assertThat(ex.getName()).isEqualTo("redis-jobs.queues.a.bullmq.limiter-duration"))
			.satisfies((ex) -> assertThat(ex.getReason())
				.isEqualTo("needs redis-jobs.queues.a.bullmq.limiter-max beside it"));
	}

}
