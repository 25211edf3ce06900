package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.ReservedJob;

/** Jobs that nobody runs, for tests of what is counted and decided. */
final class TestJobs {

	private static final JobServices SERVICES = new JobServices(
			new FakeJobQueue(Clock.systemUTC(), Duration.ofSeconds(30)).open("fake"), null, null, null,
			Clock.systemUTC());

	private TestJobs() {
	}

	/** A job that has been taken. */
	static HeldJob held() {
		return held(1);
	}

	static HeldJob held(int attempt) {
		return new HeldJob(new TestJob(attempt), SERVICES);
	}

	/** A run that has ended well. */
	static JobRun done(HeldJob job) {
		return new JobRun(job, new Completion(job.job(), new byte[0]), null, null, Duration.ZERO);
	}

	/** A run whose job could not be completed yet. */
	static JobRun blocked() {
		JobRun run = done(held());
		run.job().countBlocked();
		return run;
	}

	private record TestJob(int attempt) implements ReservedJob {

		@Override
		public String id() {
			return "1";
		}

		@Override
		public String name() {
			return "";
		}

		@Override
		public byte[] payload() {
			return new byte[0];
		}

		@Override
		public int maxAttempts() {
			return 3;
		}

		@Override
		public String token() {
			return "";
		}

		@Override
		public Instant leaseEnd() {
			return Instant.MAX;
		}

	}

}
