package io.redisjobs.protocol.streams;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import io.redisjobs.UnrecoverableJobException;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.NullNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CheckedRouterTests {

	private final Map<String, Long> counted = new ConcurrentHashMap<>();

	private final CheckedRouter router = new CheckedRouter((envelope) -> "second", List.of("completed"),
			(job) -> this.counted.merge(job, 1L, Long::sum));

	@Test
	void jobsThatPassOnceAreNotCounted() {
		IntStream.range(0, 1000).forEach((i) -> this.router.route(envelope("job-" + i, 1)));
		// by chance two may look alike
		assertThat(this.counted).hasSizeLessThan(10);
	}

	@Test
	void aJobThatComesAgainAndAgainIsStopped() {
		IntStream.range(0, 31).forEach((i) -> this.router.route(envelope("round", 1)));
		assertThatExceptionOfType(UnrecoverableJobException.class)
			.isThrownBy(() -> this.router.route(envelope("round", 1)))
			.withMessageContaining("circle");
	}

	@Test
	void anIdThatIsPublishedAgainAndAgainIsNoCircle() {
		IntStream.range(0, 1000).forEach((i) -> this.router.route(envelope("daily", i)));
		assertThat(this.counted.values()).allMatch((count) -> count < 30);
	}

	private static JobEnvelope envelope(String id, long timestamp) {
		return new JobEnvelope(id, null, "DANCE", NullNode.getInstance(), timestamp);
	}

}
