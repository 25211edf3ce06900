package io.redisjobs.redis;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** The array a script replied with. */
public final class Reply {

	private final List<?> values;

	public Reply(List<?> values) {
		this.values = values;
	}

	public int size() {
		return this.values.size();
	}

	/** Whether there is a value at a place. */
	public boolean has(int index) {
		return index < this.values.size() && this.values.get(index) != null;
	}

	/** Whether there is an array at a place. */
	public boolean isNested(int index) {
		return this.values.get(index) instanceof List<?>;
	}

	public byte[] bytes(int index) {
		Object value = value(index);
		return (value instanceof byte[] bytes) ? bytes : Bytes.of(value.toString());
	}

	public byte @Nullable [] bytesOrNull(int index) {
		return has(index) ? bytes(index) : null;
	}

	public String text(int index) {
		Object value = value(index);
		return (value instanceof byte[] bytes) ? Bytes.text(bytes) : value.toString();
	}

	public @Nullable String textOrNull(int index) {
		return has(index) ? text(index) : null;
	}

	public long number(int index) {
		Object value = value(index);
		return (value instanceof Number number) ? number.longValue() : Long.parseLong(text(index));
	}

	/** An array inside the array. */
	public Reply nested(int index) {
		return new Reply((List<?>) value(index));
	}

	/** All values as text. */
	public List<String> texts() {
		List<String> texts = new ArrayList<>(size());
		for (int i = 0; i < size(); i++) {
			texts.add(text(i));
		}
		return texts;
	}

	private Object value(int index) {
		Object value = this.values.get(index);
		if (value == null) {
			throw new IllegalStateException("The script's reply has nothing at " + index);
		}
		return value;
	}

}
