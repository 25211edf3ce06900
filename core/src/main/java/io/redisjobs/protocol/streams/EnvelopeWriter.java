package io.redisjobs.protocol.streams;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

import io.redisjobs.JobOptions;
import io.redisjobs.redis.Bytes;
import org.jspecify.annotations.Nullable;

/** Writes envelopes; JSON that came from elsewhere is copied, never rewritten. */
final class EnvelopeWriter {

	private static final byte[] UNKNOWN = Bytes.of("\"UNKNOWN\"");

	private final ByteArrayOutputStream out;

	private char separator = '{';

	private EnvelopeWriter(int size) {
		this.out = new ByteArrayOutputStream(size + 200);
	}

	static byte[] newJob(String id, String type, JobOptions options, byte[] data, long now) {
		EnvelopeWriter writer = new EnvelopeWriter(data.length);
		writer.field("job_id", EnvelopeReader.quote(id));
		if (options.userId() != null) {
			writer.field("user_id", EnvelopeReader.quote(options.userId()));
		}
		writer.field("type", EnvelopeReader.quote(type));
		writer.field("data", data);
		return writer.end(now);
	}

	static byte[] result(Envelope request, byte[] result, long now) {
		EnvelopeWriter writer = new EnvelopeWriter(result.length);
		writer.head(request);
		writer.field("data", (result.length > 0) ? result : Bytes.of("null"));
		return writer.end(now);
	}

	static byte[] failure(StreamsJob job, String error, String stream, long now) {
		Envelope request = job.content();
		EnvelopeWriter data = new EnvelopeWriter(request.raw().length);
		data.field("error", EnvelopeReader.quote(error));
		data.field("attempts", Bytes.of(job.attempt()));
		data.field("source_stream", EnvelopeReader.quote(stream));
		data.field("source_id", EnvelopeReader.quote(job.entryId()));
		if (request.problem() == null) {
			data.field("request", request.data());
		}
		else {
			data.field("raw", EnvelopeReader.quote(Bytes.text(request.raw())));
		}
		EnvelopeWriter writer = new EnvelopeWriter(request.raw().length);
		writer.head(request);
		writer.field("data", data.end());
		return writer.end(now);
	}

	private void head(Envelope request) {
		copy("job_id", request, request.jobIdPart());
		copy("user_id", request, request.userIdPart());
		if (request.typePart() != null) {
			copy("type", request, request.typePart());
		}
		else {
			field("type", UNKNOWN);
		}
	}

	private void copy(String name, Envelope source, Envelope.@Nullable Part part) {
		if (part != null) {
			name(name);
			this.out.write(source.raw(), part.start(), part.end() - part.start());
		}
	}

	private void field(String name, byte[] json) {
		name(name);
		this.out.writeBytes(json);
	}

	private void name(String name) {
		this.out.write(this.separator);
		this.separator = ',';
		this.out.write('"');
		this.out.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
		this.out.write('"');
		this.out.write(':');
	}

	private byte[] end(long now) {
		field("timestamp", Bytes.of(now));
		return end();
	}

	private byte[] end() {
		this.out.write('}');
		return this.out.toByteArray();
	}

}
