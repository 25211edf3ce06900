package io.redisjobs.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;

/**
 * The embedded Redis that was started for the test, if one was. Nobody else uses it, so
 * that it may be emptied altogether: by a connection to that very server, whatever other
 * servers the application has.
 */
final class EmbeddedServer {

	/** The name of the bean that is the embedded Redis. */
	static final String BEAN = "redisJobsEmbeddedRedis";

	private final @Nullable DataRedisConnectionDetails details;

	EmbeddedServer(@Nullable DataRedisConnectionDetails details) {
		this.details = details;
	}

	void flush() {
		DataRedisConnectionDetails.Standalone server = (this.details != null) ? this.details.getStandalone() : null;
		if (server == null) {
			return;
		}
		try (Socket socket = new Socket(server.getHost(), server.getPort())) {
			socket.getOutputStream().write("FLUSHALL\r\n".getBytes(StandardCharsets.US_ASCII));
			String reply = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
				.readLine();
			if (!"+OK".equals(reply)) {
				throw new IllegalStateException("The embedded Redis could not be emptied: " + reply);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The embedded Redis could not be emptied", ex);
		}
	}

}
