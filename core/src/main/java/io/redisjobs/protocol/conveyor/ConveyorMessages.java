package io.redisjobs.protocol.conveyor;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import io.redisjobs.protocol.Printable;
import io.redisjobs.redis.Bytes;

/** Reads stored messages and changes them the way the contract's workers do. */
final class ConveyorMessages {

	private static final int MAX_FAILURE_BYTES = 4096;

	private ConveyorMessages() {
	}

	/** Reads a message, if it is a job that can be worked. */
	static Optional<ConveyorJob> read(byte[] bytes, ConveyorKeys keys) {
		try {
			return Optional.of(ConveyorJob.parse(bytes)).filter((job) -> keys.problemWith(job).isEmpty());
		}
		catch (ConveyorException.Serialization ex) {
			return Optional.empty();
		}
	}

	/**
	 * Reads messages.
	 * @param unreadable is given those that are not jobs that can be worked
	 * @return the others, in order
	 */
	static List<ConveyorJob> readAll(List<byte[]> messages, ConveyorKeys keys, Consumer<byte[]> unreadable) {
		List<ConveyorJob> jobs = new ArrayList<>(messages.size());
		for (byte[] message : messages) {
			read(message, keys).ifPresentOrElse(jobs::add, () -> unreadable.accept(message));
		}
		return jobs;
	}

	/** The job after an attempt that failed. */
	static ConveyorJob failed(ConveyorJob job, String failure) {
		int retry = (job.retry() < Integer.MAX_VALUE) ? job.retry() + 1 : job.retry();
		return job.toBuilder().retry(retry).lastFailure(shortened(failure)).build();
	}

	/** The job after a worker that could not run it. */
	static ConveyorJob notRun(ConveyorJob job, String failure) {
		return job.toBuilder().lastFailure(shortened(failure)).build();
	}

	/** How a line of the log begins that is about a job. */
	static String named(String queue, String uuid) {
		return "Queue '" + Printable.of(queue) + "', job " + Printable.of(uuid) + ": ";
	}

	private static String shortened(String failure) {
		// a lone surrogate cannot be written, so that it becomes a question mark here
		byte[] bytes = failure.getBytes(StandardCharsets.UTF_8);
		int end = Math.min(bytes.length, MAX_FAILURE_BYTES);
		while (end > 0 && end < bytes.length && (bytes[end] & 0xC0) == 0x80) {
			end--;
		}
		return Bytes.text(Arrays.copyOf(bytes, end));
	}

}
