package io.redisjobs.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

import io.redisjobs.test.TestRedis;

/** A way to the tests' Redis on which each question takes its time. */
final class FarRedis implements AutoCloseable {

	private final ServerSocket server;

	private final Duration delay;

	private final List<Socket> sockets = new CopyOnWriteArrayList<>();

	FarRedis(Duration delay) {
		this.delay = delay;
		try {
			this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		begin(this::accept);
	}

	int port() {
		return this.server.getLocalPort();
	}

	private static void begin(Work work) {
		Thread thread = new Thread(() -> {
			try {
				work.run();
			}
			catch (IOException ex) {
				// closed by either side
			}
		}, "far-redis");
		thread.setDaemon(true);
		thread.start();
	}

	private void accept() throws IOException {
		while (true) {
			Socket near = this.server.accept();
			Socket far = new Socket(TestRedis.host(), TestRedis.port());
			this.sockets.add(near);
			this.sockets.add(far);
			begin(() -> pump(near, far, this.delay));
			begin(() -> pump(far, near, Duration.ZERO));
		}
	}

	private static void pump(Socket from, Socket to, Duration delay) throws IOException {
		try (from; to) {
			InputStream in = from.getInputStream();
			OutputStream out = to.getOutputStream();
			byte[] buffer = new byte[65536];
			for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
				LockSupport.parkNanos(delay.toNanos());
				out.write(buffer, 0, length);
			}
		}
	}

	@Override
	public void close() {
		try {
			this.server.close();
			for (Socket socket : this.sockets) {
				socket.close();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Something that meets the end of a connection. */
	private interface Work {

		void run() throws IOException;

	}

}
