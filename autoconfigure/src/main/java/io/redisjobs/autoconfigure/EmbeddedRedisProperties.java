package io.redisjobs.autoconfigure;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/** Settings of the Redis that is started for development. */
@ConfigurationProperties("redis-jobs.embedded")
public class EmbeddedRedisProperties {

	/**
	 * Whether a Redis is started when org.signal:embedded-redis is on the class path and
	 * no other is configured. Unless set, one is, with a warning, and refused where a
	 * profile of production is active.
	 */
	private @Nullable Boolean enabled;

	/**
	 * Whether it is started although another Redis is configured, as tests may want.
	 */
	private boolean always;

	/**
	 * Directory that keeps its data from one start to the next; a temporary one unless
	 * set.
	 */
	private @Nullable Path directory;

	/**
	 * Port it listens on; zero takes a free one.
	 */
	private int port;

	public @Nullable Boolean getEnabled() {
		return this.enabled;
	}

	public void setEnabled(@Nullable Boolean enabled) {
		this.enabled = enabled;
	}

	public boolean isAlways() {
		return this.always;
	}

	public void setAlways(boolean always) {
		this.always = always;
	}

	public @Nullable Path getDirectory() {
		return this.directory;
	}

	public void setDirectory(@Nullable Path directory) {
		this.directory = directory;
	}

	public int getPort() {
		return this.port;
	}

	public void setPort(int port) {
		this.port = port;
	}

}
