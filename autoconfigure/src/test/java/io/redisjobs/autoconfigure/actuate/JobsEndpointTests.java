package io.redisjobs.autoconfigure.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.QueueSnapshot;
import org.junit.jupiter.api.Test;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.atMost;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

/** Tests what the endpoint does about queues that do not play along. */
class JobsEndpointTests {

	private final JobProtocol protocol = mock();

	private final JobQueue first = mock();

	private final JobQueue second = mock();

	private final JobsEndpoint endpoint = new JobsEndpoint(new KnownQueues(() -> List.of("first", "second"),
			new JobQueues(
					(name) -> new OpenQueue(name, this.protocol, name.equals("first") ? this.first : this.second)),
			new JobContainerRegistry()));

	@Test
	void aContractThatCannotPauseIsNotAskedTo() {
		given(this.protocol.id()).willReturn("plain");
		given(this.protocol.capabilities()).willReturn(Set.of());
		assertThatExceptionOfType(InvalidEndpointRequestException.class)
			.isThrownBy(() -> this.endpoint.act("first", QueueAction.PAUSE))
			.withMessageContaining("speaks plain");
		verify(this.first, never()).pause();
	}

	@Test
	void aQueueThatCannotBeReadDoesNotHideOthers() {
		given(this.protocol.id()).willReturn("plain");
		given(this.first.inspect()).willThrow(new IllegalStateException("WRONGTYPE"));
		given(this.second.inspect()).willReturn(new QueueSnapshot(true, Map.of(), Instant.EPOCH));
		Map<String, QueueDescriptor> queues = this.endpoint.queues().queues();
		assertThat(queues.get("first").error()).isEqualTo("IllegalStateException: WRONGTYPE");
		assertThat(queues.get("second").paused()).isTrue();
		assertThat(queues.get("second").oldestWaitingSince()).isEqualTo(Instant.EPOCH);
	}

	@Test
	void aSlowRedisIsNotWaitedForLongerForManyQueues() {
		given(this.protocol.id()).willReturn("plain");
		CountDownLatch never = new CountDownLatch(1);
		given(this.first.inspect()).willAnswer((call) -> {
			never.await(200, TimeUnit.MILLISECONDS);
			return new QueueSnapshot(false, Map.of());
		});
		List<String> names = IntStream.range(10, 60).mapToObj(String::valueOf).toList();
		Map<String, QueueDescriptor> queues = new JobsEndpoint(new KnownQueues(() -> names,
				new JobQueues((name) -> new OpenQueue(name, this.protocol, this.first)), new JobContainerRegistry()),
				Duration.ofSeconds(1))
			.queues()
			.queues();
		assertThat(queues).hasSize(50);
		// all of them would be 10 s
		verify(this.first, atMost(6)).inspect();
		assertThat(queues.get("10").error()).isNull();
		assertThat(queues.get("59").error()).isNotNull();
	}

}
