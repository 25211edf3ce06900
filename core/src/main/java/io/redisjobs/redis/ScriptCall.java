package io.redisjobs.redis;

import java.util.List;

/**
 * What a script is called with.
 *
 * @param keys its keys
 * @param args its arguments
 */
public record ScriptCall(List<byte[]> keys, List<byte[]> args) {

	/** Keys and arguments as the driver wants them. */
	byte[][] keysAndArgs() {
		byte[][] all = new byte[this.keys.size() + this.args.size()][];
		int at = 0;
		for (byte[] key : this.keys) {
			all[at++] = key;
		}
		for (byte[] arg : this.args) {
			all[at++] = arg;
		}
		return all;
	}

}
