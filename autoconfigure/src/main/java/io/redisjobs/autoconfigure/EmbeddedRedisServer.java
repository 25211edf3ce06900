package io.redisjobs.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * One run of redis-server, as the child of a shell that ends it as soon as this JVM says
 * so or is gone, be it killed. Then the shell also deletes what the JVM would have.
 */
final class EmbeddedRedisServer implements AutoCloseable {

	static final String HOST = "127.0.0.1";

	private static final int END_SECONDS = 10;

	/**
	 * Leaves the terminal's session: Ctrl-C is for the application, which still writes
	 * what its jobs came to. macOS has no setsid, but Perl; a server that goes with the
	 * terminal is better than none.
	 */
	private static final String DETACH = """
			if command -v setsid >/dev/null 2>&1; then
				exec setsid sh -c "$0" sh "$@"
			elif command -v perl >/dev/null 2>&1; then
				exec perl -MPOSIX -e 'POSIX::setsid(); exec @ARGV' sh -c "$0" sh "$@"
			fi
			exec sh -c "$0" sh "$@"
			""";

	/** A shell that has been killed closes the pipe as well, while the JVM goes on. */
	private static final String WATCH = """
			trap '' HUP INT QUIT TERM
			data=$1
			binary=$2
			shift 2
			exec 3<&0
			"$@" 3<&- </dev/null &
			server=$!
			(
				if ! read -r _ <&3 && kill -0 $$; then
					rm -rf -- "$data"
					rm -f -- "$binary" && rmdir -- "${binary%/*}"
				fi
				kill "$server"
				for second in 1 2 3 4 5 6 7 8 9 10; do sleep 1; done
				kill -9 "$server"
			) &
			watch=$!
			exec 3<&- </dev/null
			wait "$server"
			code=$?
			kill -9 "$watch"
			exit "$code"
			""";

	private final Process shell;

	private final ProcessHandle server;

	private EmbeddedRedisServer(Process shell, ProcessHandle server) {
		this.shell = shell;
		this.server = server;
	}

	/**
	 * Starts a server.
	 * @return the server, or {@code null} if it does not answer; then its log says why
	 */
	static @Nullable EmbeddedRedisServer start(Path binary, int port, EmbeddedRedisFolder folder) {
		Process shell = launch(binary, port, folder);
		ProcessHandle server = EmbeddedRedisProbe.awaitReady(HOST, port, shell);
		if (server == null) {
			end(shell);
			return null;
		}
		try {
			folder.note(server);
		}
		catch (RuntimeException ex) {
			end(shell);
			throw ex;
		}
		return new EmbeddedRedisServer(shell, server);
	}

	private static Process launch(Path binary, int port, EmbeddedRedisFolder folder) {
		List<String> command = new ArrayList<>(List.of("sh", "-c", DETACH, WATCH));
		command.addAll(List.of(folder.temporary() ? folder.path().toString() : "",
				isExtracted(binary) ? binary.toString() : ""));
		command.addAll(List.of(binary.toString(), "--port", String.valueOf(port), "--bind", HOST, "--save", "",
				"--appendonly", "yes", "--dir", folder.path().toString(), "--daemonize", "no"));
		try {
			return new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(folder.logFile().toFile())
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot run " + binary + " by sh", ex);
		}
	}

	// out of its jar, into a folder of its own; otherwise it is not ours to delete
	private static boolean isExtracted(Path binary) {
		Path folder = binary.getParent();
		return folder != null && Path.of(System.getProperty("java.io.tmpdir")).equals(folder.getParent());
	}

	/** Completes with the exit code when the server has ended, for whatever reason. */
	CompletableFuture<Integer> ended() {
		return this.shell.onExit().thenApplyAsync((shell) -> {
			// whoever killed the shell has left the server
			this.server.destroyForcibly();
			this.server.onExit().completeOnTimeout(this.server, END_SECONDS, TimeUnit.SECONDS).join();
			return shell.exitValue();
		}, EmbeddedRedisServer::inThread);
	}

	private static void inThread(Runnable task) {
		Thread thread = new Thread(task, "redis-jobs-embedded");
		thread.setDaemon(true);
		thread.start();
	}

	@Override
	public void close() {
		end(this.shell);
	}

	private static void end(Process shell) {
		try {
			shell.getOutputStream().write('\n');
			shell.getOutputStream().close();
		}
		catch (IOException ex) {
			// the shell is gone already
		}
		try {
			if (shell.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
				return;
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		shell.descendants().forEach(ProcessHandle::destroyForcibly);
		shell.destroyForcibly();
	}

}
