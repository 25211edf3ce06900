package io.redisjobs.protocol.streams;

import io.redisjobs.protocol.ReservedJob;

/** A job that was taken from a stream. */
public interface EnvelopedJob extends ReservedJob {

	/** The envelope it came in. */
	JobEnvelope envelope();

	/** The id of its entry in the stream. */
	String entryId();

	/** The whole content of the entry's field {@code payload}. */
	byte[] raw();

}
