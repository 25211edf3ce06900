package io.redisjobs.protocol.bullmq;

import java.util.List;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The parent of a job.
 *
 * @param queueKey its queue with the prefix
 * @param id its id
 * @param policy the key of what a failure of the child does to it, empty for nothing
 */
record BullmqParent(String queueKey, String id, String policy) {

	private static final List<String> POLICIES = List.of("fpof", "cpof", "idof", "rdof");

	/**
	 * Reads a parent from a job's fields.
	 * @param key the key of its hash
	 * @param json what else is stored of it
	 */
	static @Nullable BullmqParent of(@Nullable String key, byte @Nullable [] json) {
		if (key == null || key.isEmpty()) {
			return null;
		}
		ObjectNode node = (json != null) ? BullmqJson.readObject(json) : null;
		if (node != null && node.path("id").isString() && node.path("queueKey").isString()) {
			String policy = POLICIES.stream().filter((name) -> node.path(name).asBoolean(false)).findFirst().orElse("");
			return new BullmqParent(node.path("queueKey").asString(), node.path("id").asString(), policy);
		}
		int colon = key.lastIndexOf(':');
		return new BullmqParent(key.substring(0, Math.max(0, colon)), key.substring(colon + 1), "");
	}

}
