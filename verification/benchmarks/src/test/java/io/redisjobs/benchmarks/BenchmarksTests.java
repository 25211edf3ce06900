package io.redisjobs.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.redisjobs.test.RedisProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** That the benchmarks run, with counts that measure nothing. */
class BenchmarksTests {

	private static final int TINY = 1000;

	@TempDir
	private Path out;

	@Test
	void measuresEachKindOfCaseAndWritesItDown() throws Exception {
		List<String> cases = List.of("bullmq/add", "bullmq/process-16-kept", "bullmq/latency", "bullmq/end-to-end",
				"bullmq/memory");

		Results results = Benchmarks.run(new Options(1, cases, TINY, Options.JEDIS, RedisProcess.bundled(), this.out));

		assertThat(results.cases()).containsExactlyElementsOf(cases);
		assertThat(results.lines()).hasSize(cases.size() + 1)
			.allSatisfy((line) -> assertThat(line.own().orElse(0)).isPositive());
		assertThat(Files.readString(this.out.resolve("results.json"))).contains("\"bullmq/process-16-kept\"");
		assertThat(Files.readString(this.out.resolve("results.svg"))).startsWith("<svg").endsWith("</svg>\n");
	}

	@Test
	void measuresGrowth() throws Exception {
		Benchmarks.run(new Options(1, List.of(Cases.GROWTH), TINY, Options.JEDIS, RedisProcess.bundled(), this.out));

		assertThat(Files.readString(this.out.resolve("growth.svg"))).startsWith("<svg").endsWith("</svg>\n");
	}

	@Test
	void anUnknownCaseIsAnErrorThatNamesTheCases() {
		assertThatIllegalArgumentException().isThrownBy(() -> Options.parse("--cases", "bullmq/add,bullmq/ad"))
			.withMessageContaining("'bullmq/ad'")
			.withMessageContaining("bullmq/process-16-kept")
			.withMessageContaining("growth/bullmq");
	}

	@Test
	void aContractsNameStandsForAllItsCases() {
		assertThat(Options.parse("--cases", "streams").cases()).contains("streams/add", "streams/latency")
			.allMatch((name) -> name.startsWith("streams/"));
	}

	@Test
	void anUnknownOptionIsAnError() {
		assertThatIllegalArgumentException().isThrownBy(() -> Options.parse("--fast")).withMessageContaining("--quick");
	}

	@Test
	void medians() {
		assertThat(Results.median(List.of(3.0, 1.0, 2.0))).hasValue(2.0);
		assertThat(Results.median(List.of(4.0, 1.0, 2.0, 3.0))).hasValue(2.5);
	}

}
