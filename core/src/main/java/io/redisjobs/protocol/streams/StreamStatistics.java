package io.redisjobs.protocol.streams;

import java.util.List;

/**
 * What the operators of a stream watch.
 *
 * @param stream the stream's key
 * @param length how many entries it holds
 * @param usedMemory the bytes the server uses
 * @param maxMemory the bytes the server may use, 0 for no limit
 * @param groups its consumer groups
 */
public record StreamStatistics(String stream, long length, long usedMemory, long maxMemory, List<Group> groups) {

	/**
	 * A consumer group.
	 *
	 * @param name its name
	 * @param consumers how many consumers it has
	 * @param pending how many entries were delivered and not acknowledged
	 * @param lag how many entries were not delivered yet, -1 where Redis does not know
	 */
	public record Group(String name, long consumers, long pending, long lag) {

	}

}
