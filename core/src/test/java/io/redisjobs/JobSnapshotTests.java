package io.redisjobs;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.convert.JsonPayloadConverter;
import io.redisjobs.convert.PayloadMismatchException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.ParameterizedTypeReference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class JobSnapshotTests {

	private static JobSnapshot.Builder job() {
		return JobSnapshot.builder("videos", "17");
	}

	private static JobSnapshot withResult(@Nullable String json) {
		return job().result((json != null) ? json.getBytes(StandardCharsets.UTF_8) : null)
			.build()
			.readBy(new JsonPayloadConverter(new JsonMapper())::read);
	}

	private static JobSnapshot withPayload(String json) {
		return job().payload(json.getBytes(StandardCharsets.UTF_8))
			.build()
			.readBy(new JsonPayloadConverter(new JsonMapper())::read);
	}

	@Test
	void theResultIsReadAsAnyType() {
		assertThat(withResult("{\"url\":\"a\"}").result(Video.class)).hasValue(new Video("a"));
		assertThat(withResult("[{\"url\":\"a\"}]").result(new ParameterizedTypeReference<List<Video>>() {
		})).hasValue(List.of(new Video("a")));
		assertThat(withResult("7").result(int.class)).hasValue(7);
		assertThat(withResult("\"done\"").result(String.class)).hasValue("done");
	}

	@Test
	void thereIsNoResultWhereNoneIsStoredOrNothingWasReturned() {
		assertThat(withResult(null).result(Video.class)).isEmpty();
		assertThat(withResult(null).result()).isNull();
		assertThat(withResult(null).resultText()).isNull();
		assertThat(withResult("null").result(Video.class)).isEmpty();
		assertThat(withResult("null").result(String.class)).isEmpty();
	}

	@Test
	void aResultThatDoesNotFitSaysWhere() {
		assertThatExceptionOfType(PayloadMismatchException.class)
			.isThrownBy(() -> withResult("{\"url\":{}}").result(Video.class))
			.withMessageContaining("[\"url\"]");
	}

	@Test
	void thePayloadIsReadAsAHandlerGetsIt() {
		assertThat(withPayload("{\"url\":\"a\"}").payload(Video.class)).isEqualTo(new Video("a"));
		assertThat(withPayload("[1,2]").payload(new ParameterizedTypeReference<List<Integer>>() {
		})).containsExactly(1, 2);
		assertThat(withPayload("null").payload(Video.class)).isNull();
		assertThat(withPayload("[1]").payloadText()).isEqualTo("[1]");
	}

	@Test
	void whatAQueueItselfFoundSaysWhyItCannotBeConverted() {
		JobSnapshot found = job().result(new byte[] { '7' }).build();
		assertThatIllegalStateException().isThrownBy(() -> found.result(int.class))
			.withMessageContaining("JobOperations.find");
	}

	@Test
	void everythingThatWasBuiltIsThereAlsoWithAnotherReader() {
		Instant now = Instant.now();
		JobSnapshot built = job().name("render")
			.state(JobState.FAILED)
			.payload(new byte[] { '1' })
			.progress("50")
			.result(new byte[] { '2' })
			.failure("no disk")
			.stackTraces(List.of("trace"))
			.attempts(2)
			.maxAttempts(3)
			.publishedAt(now)
			.startedAt(now.plusSeconds(1))
			.finishedAt(now.plusSeconds(2))
			.dueAt(now.plusSeconds(3))
			.logs(List.of("line"))
			.build();
		JobSnapshot read = built.readBy((stored, type) -> "read");
		assertThat(read).usingRecursiveComparison().ignoringFields("reader").isEqualTo(built);
		assertThat(read).hasNoNullFieldsOrProperties();
		assertThat(read.payload(String.class)).isEqualTo("read");
	}

	@Test
	void snapshotsAreEqualByWhatTheySay() {
		JobSnapshot one = job().payload("{}".getBytes()).result("7".getBytes()).build();
		JobSnapshot same = job().payload("{}".getBytes()).result("7".getBytes()).build();
		assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isEqualTo(same.readBy((stored, type) -> null));
		assertThat(one).isNotEqualTo(job().payload("{}".getBytes()).result("8".getBytes()).build());
		assertThat(one).isNotEqualTo(job().payload("{}".getBytes()).build());
	}

	@Test
	void itTellsWhereTheJobStandsAndNothingOfItsPayload() {
		JobSnapshot failed = job().name("render")
			.payload("secret".getBytes())
			.state(JobState.FAILED)
			.attempts(3)
			.maxAttempts(3)
			.failure("no disk")
			.build();
		assertThat(failed).hasToString(
				"Queue 'videos', job 17 (render): FAILED, 3 of 3 attempts ended, failed last because of: no disk");
		assertThat(job().build()).hasToString("Queue 'videos', job 17: UNKNOWN, 0 of 1 attempts ended");
	}

	@Test
	void whatWasCollectedAfterwardsIsNotInIt() {
		List<String> lines = new ArrayList<>(List.of("first"));
		JobSnapshot found = job().logs(lines).build();
		lines.add("second");
		assertThat(found.logs()).containsExactly("first");
	}

	record Video(String url) {

	}

}
