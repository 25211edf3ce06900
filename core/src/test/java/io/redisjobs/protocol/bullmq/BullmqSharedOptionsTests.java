package io.redisjobs.protocol.bullmq;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.redisjobs.Backoff;
import io.redisjobs.Deduplication;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRetention;
import io.redisjobs.ParentLink;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.DueTimes;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.ScriptRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** Options are remembered between jobs, and no job has anything of another. */
class BullmqSharedOptionsTests {

	private static final BullmqKeys KEYS = BullmqKeys.of("bull", "q", Map.of(), false);

	static List<Options> all() {
		return List.of(of("none", new JobOptions()), of("id", new JobOptions().id("mine")),
				of("delay", 5, new JobOptions().delay(Duration.ofMillis(5))),
				of("runAt", 6, new JobOptions().runAt(Instant.EPOCH)), of("priority", new JobOptions().priority(3)),
				of("priority 0", new JobOptions().priority(0)), of("lifo", new JobOptions().lifo(true)),
				of("fifo", new JobOptions().lifo(false)), of("attempts", new JobOptions().attempts(3)),
				of("backoff", new JobOptions().backoff(Backoff.fixed(Duration.ofSeconds(1)))),
				of("other backoff", new JobOptions().backoff(Backoff.exponential(Duration.ofSeconds(1)))),
				of("jitter", new JobOptions().backoff(new Backoff("fixed", Duration.ofSeconds(1), 0.5))),
				of("removeOnComplete", new JobOptions().removeOnComplete(JobRetention.removeAll())),
				of("removeOnFail", new JobOptions().removeOnFail(JobRetention.keep(Duration.ofHours(1)))),
				of("keepLogs", new JobOptions().keepLogs(7)),
				of("stackTraceLimit", new JobOptions().stackTraceLimit(7)),
				of("deduplication", new JobOptions().deduplication(Deduplication.untilFinished("d"))),
				of("parent", new JobOptions().parent("p")),
				of("other parent",
						new JobOptions().parent(new ParentLink("other", "p", ParentLink.OnFailure.FAIL_PARENT))),
				of("traceContext", new JobOptions().traceContext("trace")));
	}

	private static Options of(String name, JobOptions options) {
		return of(name, 0, options);
	}

	private static Options of(String name, long delay, JobOptions options) {
		return new Options(name, delay, options);
	}

	private static BullmqJobReader reader() {
		JedisConnectionFactory connections = new JedisConnectionFactory();
		BullmqScripts scripts = new BullmqScripts(
				ContractScripts.bundled("bullmq", new ScriptRunner(connections), BullmqScripts.NAMES), KEYS);
		BullmqPassedTime passed = new BullmqPassedTime(new DueTimes(connections, KEYS.delayed()));
		return new BullmqJobReader("q", null, new BullmqSchedules("q", scripts, passed, Clock.systemUTC()),
				new BullmqRuns("q", scripts, Clock.systemUTC()));
	}

	private static List<BullmqReservedJob> read(BullmqJobReader reader, Object... jobs) {
		BullmqScripts.Worker worker = new BullmqScripts.Worker(Duration.ofSeconds(30), null, null);
		return reader
			.read(new BullmqScripts.Take(0, 5, 5, "token", worker),
					new Reply(List.of("jobs", 0L, List.of(jobs), List.of())))
			.jobs();
	}

	@ParameterizedTest
	@MethodSource("all")
	void whatIsWrittenIsTheSameWhateverWasWrittenBefore(Options own) {
		String expected = own.write(new BullmqOptionsWriter(KEYS));
		BullmqOptionsWriter writer = new BullmqOptionsWriter(KEYS);
		for (Options before : all()) {
			before.write(writer);
			assertThat(own.write(writer)).as("after %s", before).isEqualTo(expected);
		}
	}

	@Test
	void noTwoOfTheseOptionsAreWrittenAlike() {
		BullmqOptionsWriter writer = new BullmqOptionsWriter(KEYS);
		assertThat(all().stream().map((options) -> options.write(writer))).doesNotHaveDuplicates();
	}

	@Test
	void whatBecomesOfOptionsThatWereReadDoesNotChangeThoseOfTheNextJob() {
		BullmqOptions.Reader reader = new BullmqOptions.Reader();
		byte[] json = Bytes.of("{\"attempts\":2,\"repeat\":{\"count\":1}}");
		BullmqOptions first = Objects.requireNonNull(reader.read(json));
		first.source().put("attempts", 9).withObject("repeat").put("count", 9);
		BullmqOptions second = Objects.requireNonNull(reader.read(json.clone()));
		assertThat(second.json()).isEqualTo("{\"attempts\":2,\"repeat\":{\"count\":1}}");
		assertThat(second.source().toString()).isEqualTo(second.json());
		BullmqOptions.NONE.source().put("attempts", 9);
		assertThat(BullmqOptions.NONE.json()).isEqualTo("{}");
	}

	@Test
	void everyJobHasItsOwnOptionsAndPayload() {
		BullmqJobReader reader = reader();
		List<BullmqReservedJob> jobs = read(reader, "1", "n", "", "{\"attempts\":2}", 1L, List.of(), "5", "2", "n", "",
				"{\"attempts\":3}", 1L, List.of(), "5", "3", "n", "", "", 1L, List.of(), "5", "4", "n", "", "no JSON",
				1L, List.of(), "5", "5", "n", "", "{\"attempts\":2}", 1L, List.of(), "5");
		assertThat(jobs).extracting(BullmqReservedJob::maxAttempts).containsExactly(2, 3, 1, 1, 2);
		assertThat(jobs).extracting(BullmqReservedJob::optionsJson)
			.containsExactly("{\"attempts\":2}", "{\"attempts\":3}", "{}", "{}", "{\"attempts\":2}");
		jobs.get(0).payload()[0] = '[';
		assertThat(jobs.get(1).payload()).asString().isEqualTo("{}");
		assertThat(read(reader, "6", "n", "", "", 1L, List.of(), "5").get(0).payload()).asString().isEqualTo("{}");
	}

	/**
	 * Options of a job.
	 *
	 * @param name what is special about them
	 * @param delay the delay that comes of them
	 * @param options the options
	 */
	record Options(String name, long delay, JobOptions options) {

		String write(BullmqOptionsWriter writer) {
			byte[] details = writer.details(this.options, this.delay);
			return new String(writer.options(this.options, this.delay), StandardCharsets.UTF_8)
					+ ((details != null) ? new String(details, StandardCharsets.UTF_8) : "");
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

}
