package io.redisjobs.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** Finds a port, and finds out whether the server that was started there answers. */
final class EmbeddedRedisProbe {

	private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

	private static final int ANSWER_MILLIS = 5000;

	private static final Pattern PID = Pattern.compile("process_id:(\\d{1,18})\r");

	private static final long NOBODY = -1;

	private EmbeddedRedisProbe() {
	}

	static int freePort() {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Waits until a descendant of this very process answers.
	 * @return the descendant, or {@code null} if there is none in time
	 */
	static @Nullable ProcessHandle awaitReady(String host, int port, Process process) {
		long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
		try {
			while (System.nanoTime() < deadline) {
				long pid = answering(host, port);
				Optional<ProcessHandle> server = process.descendants().filter((one) -> one.pid() == pid).findFirst();
				if (server.isPresent()) {
					return server.get();
				}
				if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
					return null;
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return null;
	}

	private static long answering(String host, int port) {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(host, port), ANSWER_MILLIS);
			socket.setSoTimeout(ANSWER_MILLIS);
			// QUIT makes the server close the connection, which ends the answer
			socket.getOutputStream().write("PING\r\nINFO server\r\nQUIT\r\n".getBytes(StandardCharsets.US_ASCII));
			String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			Matcher pid = PID.matcher(answer);
			return (answer.startsWith("+PONG") && pid.find()) ? Long.parseLong(pid.group(1)) : NOBODY;
		}
		catch (IOException ex) {
			return NOBODY;
		}
	}

}
