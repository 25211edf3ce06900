package io.redisjobs.redis;

import org.springframework.data.redis.connection.ClusterSlotHashUtil;

/**
 * Names the keys that only redis-jobs uses: never under a prefix of the other side, and
 * in the cluster slot of a key of theirs.
 */
public final class OwnKeys {

	private static final String PREFIX = "redis-jobs:";

	private OwnKeys() {
	}

	/**
	 * What own keys beside a key start with. Whatever is appended to it, the slot is that
	 * of the key; of a key with a hash tag, it is that of all keys that share the tag.
	 */
	public static String beside(String key) {
		if (hasHashTag(key)) {
			return PREFIX + key + ":";
		}
		if (!key.isEmpty() && key.indexOf('}') < 0) {
			return PREFIX + "{" + key + "}:";
		}
		return PREFIX + "{" + sameSlot(key) + "}:" + key + ":";
	}

	/**
	 * Whether a part of a key decides its slot: what is between the first opening brace
	 * and the next closing one, if that is anything.
	 */
	public static boolean hasHashTag(String key) {
		int open = key.indexOf('{');
		return open >= 0 && key.indexOf('}', open) > open + 1;
	}

	// a closing brace would cut the key short, so another text of its slot is the tag
	private static int sameSlot(String key) {
		int slot = ClusterSlotHashUtil.calculateSlot(Bytes.of(key));
		int candidate = 0;
		while (ClusterSlotHashUtil.calculateSlot(Bytes.of(candidate)) != slot) {
			candidate++;
		}
		return candidate;
	}

}
