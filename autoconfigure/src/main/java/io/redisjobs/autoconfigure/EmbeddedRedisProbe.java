package io.redisjobs.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Finds a port, and finds out whether the server that was started there answers. */
final class EmbeddedRedisProbe {

	private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

	private static final int ANSWER_MILLIS = 5000;

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

	/** Waits until this very process answers; false if it ends or does not in time. */
	static boolean awaitReady(String host, int port, Process process) {
		long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
		try {
			while (System.nanoTime() < deadline) {
				if (answers(host, port, process.pid())) {
					return true;
				}
				if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
					return false;
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return false;
	}

	private static boolean answers(String host, int port, long pid) {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(host, port), ANSWER_MILLIS);
			socket.setSoTimeout(ANSWER_MILLIS);
			// QUIT makes the server close the connection, which ends the answer
			socket.getOutputStream().write("PING\r\nINFO server\r\nQUIT\r\n".getBytes(StandardCharsets.US_ASCII));
			String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			return answer.startsWith("+PONG") && answer.contains("process_id:" + pid + "\r");
		}
		catch (IOException ex) {
			return false;
		}
	}

}
