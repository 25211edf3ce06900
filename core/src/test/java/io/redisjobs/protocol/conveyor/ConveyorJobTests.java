package io.redisjobs.protocol.conveyor;

import java.time.Instant;
import java.util.HexFormat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The message, byte for byte. */
class ConveyorJobTests {

	private static final String FIRST = "11111111-1111-4111-8111-111111111111";

	private static final String PLAIN = "0a2431313131313131312d313131312d343131312d383131312d313131313131313131313131"
			+ "120e62617369632e42617369634a6f621a0e62617369632e42617369634a6f6222070a03426f62107b";

	private static final String CHILD = "0a2432323232323232322d323232322d343232322d383232322d323232323232323232323232"
			+ "120e62617369632e42617369634a6f621a0e62617369632e42617369634a6f6222070a03426f62107b"
			+ "2a0c08f0f0c1ce061080cab5ee01322431313131313131312d313131312d343131312d383131312d313131313131313131313131";

	private static final String HEIR = "0a2433333333333333332d333333332d343333332d383333332d333333333333333333333333"
			+ "1203612e421a03612e423a2431313131313131312d313131312d343131312d383131312d313131313131313131313131"
			+ "480150055a04626f6f6d6002";

	private static byte[] bytes(String hex) {
		return HexFormat.of().parseHex(hex);
	}

	private static ConveyorJob.Builder basic(String uuid) {
		return ConveyorJob.builder()
			.uuid(uuid)
			.type("basic.BasicJob")
			.queue("basic.BasicJob")
			.payload(bytes("0a03426f62107b"));
	}

	@Test
	void aPlainJobIsWrittenByteForByte() {
		assertThat(basic(FIRST).build().toByteArray()).isEqualTo(bytes(PLAIN));
	}

	@Test
	void aChildWithATimeIsWrittenByteForByte() {
		ConveyorJob job = basic("22222222-2222-4222-8222-222222222222")
			.runAt(Instant.ofEpochSecond(1_775_270_000, 500_000_000))
			.parentUuid(FIRST)
			.build();
		assertThat(job.toByteArray()).isEqualTo(bytes(CHILD));
	}

	@Test
	void aHeirThatHasFailedIsWrittenByteForByte() {
		ConveyorJob job = ConveyorJob.builder()
			.uuid("33333333-3333-4333-8333-333333333333")
			.type("a.B")
			.queue("a.B")
			.predecessorUuid(FIRST)
			.retry(1)
			.maxRetries(5)
			.lastFailure("boom")
			.status(ConveyorJob.Status.RUNNING)
			.build();
		assertThat(job.toByteArray()).isEqualTo(bytes(HEIR));
	}

	@Test
	void everyFieldIsReadAndWrittenAgain() {
		for (String hex : new String[] { PLAIN, CHILD, HEIR }) {
			assertThat(ConveyorJob.parse(bytes(hex)).toBuilder().build().toByteArray()).isEqualTo(bytes(hex));
		}
		ConveyorJob child = ConveyorJob.parse(bytes(CHILD));
		assertThat(child.runAt()).contains(Instant.ofEpochSecond(1_775_270_000, 500_000_000));
		assertThat(child.parentUuid()).isEqualTo(FIRST);
		assertThat(child.payload()).isEqualTo(bytes("0a03426f62107b"));
		ConveyorJob heir = ConveyorJob.parse(bytes(HEIR));
		assertThat(heir.predecessorUuid()).isEqualTo(FIRST);
		assertThat(heir.retry()).isEqualTo(1);
		assertThat(heir.maxRetries()).isEqualTo(5);
		assertThat(heir.lastFailure()).isEqualTo("boom");
		assertThat(heir.status()).isEqualTo(ConveyorJob.Status.RUNNING);
	}

	@Test
	void unknownFieldsSurviveAChange() {
		UnknownFieldSet unknown = UnknownFieldSet.newBuilder()
			.addField(20, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
			.addField(21, UnknownFieldSet.Field.newBuilder().addLengthDelimited(ByteString.copyFromUtf8("new")).build())
			.build();
		byte[] stored = bytes(PLAIN + HexFormat.of().formatHex(unknown.toByteArray()));
		ConveyorJob changed = ConveyorJob.parse(stored).toBuilder().retry(2).build();
		assertThat(changed.toByteArray())
			.isEqualTo(bytes(PLAIN + "4802" + HexFormat.of().formatHex(unknown.toByteArray())));
	}

	@Test
	void bytesThatAreReadStayAsTheyWereEvenInAnotherOrder() {
		byte[] stored = bytes("1203612e42" + "0a0131" + "1a03612e42");
		assertThat(ConveyorJob.parse(stored).toByteArray()).isEqualTo(stored);
		assertThat(ConveyorJob.parse(stored).toBuilder().build().toByteArray())
			.isEqualTo(bytes("0a0131" + "1203612e42" + "1a03612e42"));
	}

	@Test
	void bytesThatAreNoMessageAreRefused() {
		for (String hex : new String[] { "ff", "0a05", "0a02c328", "2a0a08ffffffffffffffff7f" }) {
			assertThatExceptionOfType(ConveyorException.Serialization.class)
				.isThrownBy(() -> ConveyorJob.parse(bytes(hex)));
		}
	}

	@Test
	void textThatIsNotUnicodeIsRefused() {
		assertThatExceptionOfType(ConveyorException.Serialization.class)
			.isThrownBy(() -> ConveyorJob.builder().type("\ud800").build());
	}

	@Test
	void aLongFailureIsCutBetweenCharacters() {
		ConveyorJob failed = ConveyorMessages.failed(basic(FIRST).build(), "x" + "ä".repeat(5000));
		assertThat(failed.lastFailure()).isEqualTo("x" + "ä".repeat(2047));
		assertThat(failed.retry()).isEqualTo(1);
	}

}
