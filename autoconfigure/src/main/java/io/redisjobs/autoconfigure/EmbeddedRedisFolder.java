package io.redisjobs.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.util.FileSystemUtils;

/**
 * Where the embedded server keeps its data, for one application at a time.
 */
final class EmbeddedRedisFolder implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(EmbeddedRedisFolder.class);

	private static final Pattern NOTE = Pattern.compile("(\\d{1,18}) (\\d{1,18})");

	/** The system counts a start from its boot, which moves when the clock is set. */
	private static final Duration CLOCK_DRIFT = Duration.ofSeconds(2);

	private final Path path;

	private final boolean temporary;

	private final FileChannel lock;

	private EmbeddedRedisFolder(Path path, boolean temporary, FileChannel lock) {
		this.path = path;
		this.temporary = temporary;
		this.lock = lock;
	}

	/**
	 * Opens the folder.
	 * @param wanted the folder, or {@code null} for a temporary one
	 */
	static EmbeddedRedisFolder open(@Nullable Path wanted) {
		try {
			Path path = (wanted != null) ? Files.createDirectories(wanted.toAbsolutePath())
					: Files.createTempDirectory("redis-jobs-embedded");
			EmbeddedRedisFolder folder = new EmbeddedRedisFolder(path, wanted == null,
					FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE));
			folder.claim();
			return folder;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot use " + wanted + " for the embedded Redis", ex);
		}
	}

	private void claim() throws IOException {
		try {
			if (this.lock.tryLock() != null) {
				endLeftOver();
				return;
			}
		}
		catch (OverlappingFileLockException ex) {
			// another context of this JVM has it
		}
		this.lock.close();
		throw new IllegalStateException("The embedded Redis of another application uses " + this.path
				+ "; give this one another redis-jobs.embedded.directory");
	}

	// An application that was killed leaves its server behind, which would go on writing
	// here.
	private void endLeftOver() throws IOException {
		Path note = this.path.resolve("pid");
		if (!Files.exists(note)) {
			return;
		}
		String text = Files.readString(note).strip();
		Files.delete(note);
		Matcher noted = NOTE.matcher(text);
		if (!noted.matches()) {
			return;
		}
		Instant started = Instant.ofEpochMilli(Long.parseLong(noted.group(2)));
		ProcessHandle.of(Long.parseLong(noted.group(1)))
			.filter((process) -> isServer(process, started))
			.ifPresent((process) -> {
				logger.info("Ending the Redis that an earlier run left in " + this.path);
				process.destroy();
				process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join();
				process.destroyForcibly();
			});
	}

	// another process may have been given the number since, even another redis-server
	private static boolean isServer(ProcessHandle process, Instant started) {
		return process.info().command().orElse("").contains("redis-server") && process.info()
			.startInstant()
			.filter((start) -> Duration.between(start, started).abs().compareTo(CLOCK_DRIFT) <= 0)
			.isPresent();
	}

	/** Notes the server's process, for whoever comes after. */
	void note(ProcessHandle process) {
		try {
			long started = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
			Files.writeString(this.path.resolve("pid"), process.pid() + " " + started);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	Path path() {
		return this.path;
	}

	boolean temporary() {
		return this.temporary;
	}

	Path logFile() {
		return this.path.resolve("redis.log");
	}

	/** What the server said. */
	String log() {
		try {
			return Files.readString(logFile()).strip();
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

	@Override
	public void close() {
		try {
			Files.deleteIfExists(this.path.resolve("pid"));
			this.lock.close();
			if (this.temporary) {
				FileSystemUtils.deleteRecursively(this.path);
			}
		}
		catch (IOException ex) {
			logger.warn("Cannot clean up " + this.path, ex);
		}
	}

	@Override
	public String toString() {
		return this.path.toString();
	}

}
