package io.redisjobs.protocol.streams;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * The content of an entry with the places of its parts, so that they can be copied
 * without being decoded.
 *
 * @param raw the JSON as stored, empty if the entry had none
 * @param jobId the job's id, if it has one
 * @param type the job's type, if it has one
 * @param jobIdPart where the id stands
 * @param userIdPart where the user's id stands
 * @param typePart where the type stands
 * @param dataPart where the data stands
 * @param timestamp the timestamp, 0 if there is none
 * @param problem why it is no envelope, if it is none
 */
record Envelope(byte[] raw, @Nullable String jobId, @Nullable String type, @Nullable Part jobIdPart,
		@Nullable Part userIdPart, @Nullable Part typePart, @Nullable Part dataPart, long timestamp,
		@Nullable String problem) {

	private static final byte[] NULL = { 'n', 'u', 'l', 'l' };

	static Envelope broken(byte[] raw, String problem) {
		return new Envelope(raw, null, null, null, null, null, null, 0, problem);
	}

	/** The data as JSON. */
	byte[] data() {
		return (this.dataPart != null) ? this.dataPart.of(this.raw) : NULL;
	}

	/**
	 * A stretch of the JSON.
	 *
	 * @param start its first byte
	 * @param end the byte after its last
	 */
	record Part(int start, int end) {

		byte[] of(byte[] raw) {
			return Arrays.copyOfRange(raw, this.start, this.end);
		}

	}

}
