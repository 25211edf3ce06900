package io.redisjobs.protocol.conveyor;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.ExtensionRegistryLite;
import com.google.protobuf.Timestamp;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.WireFormat;
import org.jspecify.annotations.Nullable;

/**
 * The fields of the {@code Job} message and how they are read and written: in the order
 * of their numbers, defaults left out, unknown ones kept.
 */
final class ConveyorFields {

	private static final int UUID = 1;

	private static final int TYPE = 2;

	private static final int QUEUE = 3;

	private static final int PAYLOAD = 4;

	private static final int RUN_AT = 5;

	private static final int PARENT_UUID = 6;

	private static final int PREDECESSOR_UUID = 7;

	private static final int STARTED_AT = 8;

	private static final int RETRY = 9;

	private static final int MAX_RETRIES = 10;

	private static final int LAST_FAILURE = 11;

	private static final int STATUS = 12;

	private static final int DELIMITED = WireFormat.WIRETYPE_LENGTH_DELIMITED;

	private static final int VARINT = WireFormat.WIRETYPE_VARINT;

	String uuid = "";

	String type = "";

	String queue = "";

	ByteString payload = ByteString.EMPTY;

	@Nullable Timestamp runAt;

	String parentUuid = "";

	String predecessorUuid = "";

	@Nullable Timestamp startedAt;

	int retry;

	int maxRetries;

	String lastFailure = "";

	int status;

	private UnknownFieldSet unknown = UnknownFieldSet.getDefaultInstance();

	void payload(byte[] payload) {
		this.payload = ByteString.copyFrom(payload);
	}

	ConveyorFields copy() {
		ConveyorFields copy = new ConveyorFields();
		copy.uuid = this.uuid;
		copy.type = this.type;
		copy.queue = this.queue;
		copy.payload = this.payload;
		copy.runAt = this.runAt;
		copy.parentUuid = this.parentUuid;
		copy.predecessorUuid = this.predecessorUuid;
		copy.startedAt = this.startedAt;
		copy.retry = this.retry;
		copy.maxRetries = this.maxRetries;
		copy.lastFailure = this.lastFailure;
		copy.status = this.status;
		copy.unknown = this.unknown;
		return copy;
	}

	static ConveyorFields read(byte[] bytes) {
		ConveyorFields fields = new ConveyorFields();
		try {
			CodedInputStream in = CodedInputStream.newInstance(bytes);
			UnknownFieldSet.Builder unknown = UnknownFieldSet.newBuilder();
			for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
				if (!fields.readKnown(tag, in)) {
					unknown.mergeFieldFrom(tag, in);
				}
			}
			fields.unknown = unknown.build();
			checkTime(fields.runAt);
			checkTime(fields.startedAt);
			return fields;
		}
		catch (IOException | DateTimeException | ArithmeticException ex) {
			throw new ConveyorException.Serialization("The bytes are not a Conveyor job: " + ex.getMessage(), ex);
		}
	}

	private boolean readKnown(int tag, CodedInputStream in) throws IOException {
		int wireType = WireFormat.getTagWireType(tag);
		return switch (WireFormat.getTagFieldNumber(tag)) {
			case RETRY, MAX_RETRIES, STATUS -> wireType == VARINT && readNumber(tag, in);
			default -> wireType == DELIMITED && readDelimited(tag, in);
		};
	}

	private boolean readNumber(int tag, CodedInputStream in) throws IOException {
		int value = in.readInt32();
		switch (WireFormat.getTagFieldNumber(tag)) {
			case RETRY -> this.retry = value;
			case MAX_RETRIES -> this.maxRetries = value;
			default -> this.status = value;
		}
		return true;
	}

	private boolean readDelimited(int tag, CodedInputStream in) throws IOException {
		switch (WireFormat.getTagFieldNumber(tag)) {
			case UUID -> this.uuid = in.readStringRequireUtf8();
			case TYPE -> this.type = in.readStringRequireUtf8();
			case QUEUE -> this.queue = in.readStringRequireUtf8();
			case PAYLOAD -> this.payload = in.readBytes();
			case RUN_AT -> this.runAt = readTime(in, this.runAt);
			case PARENT_UUID -> this.parentUuid = in.readStringRequireUtf8();
			case PREDECESSOR_UUID -> this.predecessorUuid = in.readStringRequireUtf8();
			case STARTED_AT -> this.startedAt = readTime(in, this.startedAt);
			case LAST_FAILURE -> this.lastFailure = in.readStringRequireUtf8();
			default -> {
				return false;
			}
		}
		return true;
	}

	private static Timestamp readTime(CodedInputStream in, @Nullable Timestamp before) throws IOException {
		Timestamp.Builder builder = (before != null) ? before.toBuilder() : Timestamp.newBuilder();
		in.readMessage(builder, ExtensionRegistryLite.getEmptyRegistry());
		return builder.build();
	}

	private static void checkTime(@Nullable Timestamp time) {
		if (time != null) {
			instant(time);
		}
	}

	byte[] write() {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try {
			CodedOutputStream out = CodedOutputStream.newInstance(bytes);
			writeText(out, UUID, this.uuid);
			writeText(out, TYPE, this.type);
			writeText(out, QUEUE, this.queue);
			if (!this.payload.isEmpty()) {
				out.writeBytes(PAYLOAD, this.payload);
			}
			writeTime(out, RUN_AT, this.runAt);
			writeText(out, PARENT_UUID, this.parentUuid);
			writeText(out, PREDECESSOR_UUID, this.predecessorUuid);
			writeTime(out, STARTED_AT, this.startedAt);
			writeNumber(out, RETRY, this.retry);
			writeNumber(out, MAX_RETRIES, this.maxRetries);
			writeText(out, LAST_FAILURE, this.lastFailure);
			writeNumber(out, STATUS, this.status);
			this.unknown.writeTo(out);
			out.flush();
		}
		catch (IOException | IllegalArgumentException ex) {
			throw new ConveyorException.Serialization("The job cannot be written: " + ex.getMessage(), ex);
		}
		return bytes.toByteArray();
	}

	private static void writeText(CodedOutputStream out, int field, String text) throws IOException {
		if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
			throw new IllegalArgumentException("field " + field + " is not valid Unicode");
		}
		if (!text.isEmpty()) {
			out.writeString(field, text);
		}
	}

	private static void writeNumber(CodedOutputStream out, int field, int number) throws IOException {
		if (number != 0) {
			out.writeInt32(field, number);
		}
	}

	private static void writeTime(CodedOutputStream out, int field, @Nullable Timestamp time) throws IOException {
		if (time != null) {
			out.writeMessage(field, time);
		}
	}

	static Timestamp timestamp(Instant instant) {
		return Timestamp.newBuilder().setSeconds(instant.getEpochSecond()).setNanos(instant.getNano()).build();
	}

	static Instant instant(Timestamp time) {
		return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
	}

}
