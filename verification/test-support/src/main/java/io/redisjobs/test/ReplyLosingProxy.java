package io.redisjobs.test;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between a client and a Redis, and now and then loses what Redis answers together
 * with the connection: the command was executed, and the client cannot know.
 */
public final class ReplyLosingProxy implements AutoCloseable {

	private final ServerSocket server;

	private final int target;

	private final List<Socket> open = new CopyOnWriteArrayList<>();

	private final AtomicInteger toLose = new AtomicInteger();

	private final AtomicInteger toPass = new AtomicInteger();

	private final AtomicInteger lost = new AtomicInteger();

	/** Starts on a free port in front of a server on this machine. */
	public ReplyLosingProxy(int target) {
		this.target = target;
		try {
			this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		start(this::accept);
	}

	public int port() {
		return this.server.getLocalPort();
	}

	/** Loses the next reply and cuts its connection. */
	public void loseNextReply() {
		this.toLose.incrementAndGet();
	}

	/** Lets some replies pass, then loses one and cuts its connection. */
	public void loseReplyAfter(int replies) {
		this.toPass.set(replies);
		loseNextReply();
	}

	/** How many replies were lost so far. */
	public int lost() {
		return this.lost.get();
	}

	private static void start(Runnable work) {
		Thread thread = new Thread(work, "reply-losing-proxy");
		thread.setDaemon(true);
		thread.start();
	}

	private void accept() {
		try {
			while (true) {
				Socket client = this.server.accept();
				Socket redis = new Socket(InetAddress.getLoopbackAddress(), this.target);
				this.open.addAll(List.of(client, redis));
				start(() -> copy(client, redis, false));
				start(() -> copy(redis, client, true));
			}
		}
		catch (IOException ex) {
			// closed
		}
	}

	private void copy(Socket from, Socket to, boolean replies) {
		byte[] buffer = new byte[64 * 1024];
		try (from; to) {
			InputStream in = from.getInputStream();
			OutputStream out = to.getOutputStream();
			for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
				if (replies && loses()) {
					this.lost.incrementAndGet();
					return;
				}
				out.write(buffer, 0, count);
				out.flush();
			}
		}
		catch (IOException ex) {
			// the other side was closed
		}
	}

	private synchronized boolean loses() {
		if (this.toLose.get() == 0 || this.toPass.getAndUpdate((left) -> Math.max(0, left - 1)) > 0) {
			return false;
		}
		this.toLose.decrementAndGet();
		return true;
	}

	@Override
	public void close() {
		try {
			this.server.close();
			for (Socket socket : this.open) {
				socket.close();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
