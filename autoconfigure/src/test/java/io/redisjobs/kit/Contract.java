package io.redisjobs.kit;

import java.util.List;

/**
 * A contract as the behaviours see it.
 *
 * @param protocol its id
 * @param idsAreUnique whether an id that exists keeps a second job from being added
 * @param properties further properties, such as short intervals of its upkeep
 */
public record Contract(String protocol, boolean idsAreUnique, List<String> properties) {

	public static Contract of(String protocol, String... properties) {
		return new Contract(protocol, true, List.of(properties));
	}

	/** One that adds a job whatever its id. */
	public Contract withoutUniqueIds() {
		return new Contract(this.protocol, false, this.properties);
	}

}
