package io.redisjobs.protocol.streams;

import io.redisjobs.redis.Reply;

/**
 * A piece of what a consumer holds.
 *
 * @param reply the script's reply
 */
record EntryPage(Reply reply) {

	/** Before the first entry. */
	static final String START = "-";

	boolean isPaused() {
		return "paused".equals(this.reply.text(0));
	}

	/** Whether there is nothing after it. */
	boolean isLast() {
		return "end".equals(this.reply.text(0));
	}

	/** Where the next one begins. */
	String next() {
		return this.reply.text(1);
	}

	Reply entries() {
		return this.reply.nested(2);
	}

}
