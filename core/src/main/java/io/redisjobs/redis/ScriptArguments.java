package io.redisjobs.redis;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** What a script is called with, in order; {@code null} is the empty text. */
public final class ScriptArguments {

	private static final byte[] NOTHING = {};

	private final List<byte[]> values = new ArrayList<>();

	public ScriptArguments add(@Nullable String value) {
		this.values.add((value != null) ? Bytes.of(value) : NOTHING);
		return this;
	}

	public ScriptArguments add(byte @Nullable [] value) {
		this.values.add((value != null) ? value : NOTHING);
		return this;
	}

	public ScriptArguments add(long value) {
		this.values.add(Bytes.of(value));
		return this;
	}

	public ScriptArguments addNumber(@Nullable Number value) {
		this.values.add((value != null) ? Bytes.of(value.longValue()) : NOTHING);
		return this;
	}

	public ScriptArguments addFlag(boolean value) {
		this.values.add(Bytes.of(value));
		return this;
	}

	/** All of them. */
	public List<byte[]> values() {
		return this.values;
	}

}
