package io.redisjobs.protocol;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class FoundJobsTests {

	private static final Instant TAKEN = Instant.parse("2026-01-01T00:00:00Z");

	private static final Instant EXTENDED = TAKEN.plusSeconds(30);

	private final List<List<Job>> asked = new ArrayList<>();

	private List<Settlement> answer = List.of();

	private final FoundJobs<Job> found = new FoundJobs<>(this::extend, (job, leaseEnd) -> new Job(job.id(), leaseEnd));

	private List<Settlement> extend(List<Job> jobs) {
		this.asked.add(jobs);
		if (this.answer.isEmpty()) {
			throw new IllegalStateException("no answer");
		}
		return this.answer;
	}

	@Test
	void redisIsNotAskedWhereNothingWasFound() {
		assertThat(this.found.take()).isEmpty();
		assertThat(this.asked).isEmpty();
	}

	@Test
	void jobsThatAreStillOursAreHandedOutOnceInOrderAndWithTheirWholeLease() {
		this.found.keep(List.of(new Job("1", TAKEN), new Job("2", TAKEN)));
		this.found.keep(List.of(new Job("3", TAKEN)));
		this.answer = List.of(Settlement.extended(EXTENDED), Settlement.leaseLost("taken by another"),
				Settlement.extended(EXTENDED));
		assertThat(this.found.take()).containsExactly(new Job("1", EXTENDED), new Job("3", EXTENDED));
		assertThat(this.found.take()).isEmpty();
		assertThat(this.asked).hasSize(1);
	}

	@Test
	void jobsAreKeptWhereNobodyCanTellWhetherTheyAreOurs() {
		this.found.keep(List.of(new Job("1", TAKEN), new Job("2", TAKEN)));
		assertThatIllegalStateException().isThrownBy(this.found::take);
		this.answer = List.of(Settlement.extended(EXTENDED), Settlement.extended(EXTENDED));
		assertThat(this.found.take()).extracting(Job::id).containsExactly("1", "2");
	}

	private record Job(String id, Instant leaseEnd) implements ReservedJob {

		@Override
		public String name() {
			return "";
		}

		@Override
		public byte[] payload() {
			return new byte[0];
		}

		@Override
		public int attempt() {
			return 1;
		}

		@Override
		public int maxAttempts() {
			return 1;
		}

		@Override
		public String token() {
			return "token";
		}

	}

}
