package io.redisjobs.observation;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Lets the first names pass and calls all further ones the same. */
final class FirstNames {

	private final int limit;

	private final Set<String> names = ConcurrentHashMap.newKeySet();

	/**
	 * Creates it without a name yet.
	 * @param limit how many names are few; threads that come at once may exceed it
	 */
	FirstNames(int limit) {
		this.limit = limit;
	}

	/** The name if it is one of the first, other if not. */
	String of(String name) {
		if (this.names.contains(name) || this.names.size() < this.limit) {
			this.names.add(name);
			return name;
		}
		return "other";
	}

}
