package io.redisjobs.redis;

import java.util.List;

import io.lettuce.core.RedisCommandExecutionException;
import redis.clients.jedis.exceptions.JedisDataException;

import org.springframework.util.ClassUtils;

/** Tells errors that Redis has answered with from calls that have no answer. */
public final class ErrorReply {

	private static final boolean JEDIS_PRESENT = ClassUtils
		.isPresent("redis.clients.jedis.exceptions.JedisDataException", ErrorReply.class.getClassLoader());

	/** What a Redis says that cannot do anything at the moment. */
	private static final List<String> NOT_NOW = List.of("LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "BUSY",
			"READONLY");

	/** What it says of calls that change something, while others may succeed. */
	private static final List<String> NO_WRITES_NOW = List.of("OOM", "MISCONF", "NOREPLICAS");

	private ErrorReply() {
	}

	/** Whether a call that failed so may succeed later. */
	public static boolean passes(Throwable error) {
		if (!isIn(error)) {
			return true;
		}
		for (Throwable cause = error; cause != null; cause = cause.getCause()) {
			String message = String.valueOf(cause.getMessage());
			if (NO_WRITES_NOW.stream().anyMatch(message::startsWith)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether Redis has answered the call itself. After anything else it may have been
	 * executed, or may still be.
	 */
	public static boolean isIn(Throwable error) {
		for (Throwable cause = error; cause != null; cause = cause.getCause()) {
			if (isReply(cause)) {
				String message = String.valueOf(cause.getMessage());
				return NOT_NOW.stream().noneMatch(message::startsWith);
			}
		}
		return false;
	}

	/** What Redis has answered, or else what is the root of an error. */
	static String text(Throwable error) {
		Throwable cause = error;
		while (cause.getCause() != null && !isReply(cause)) {
			cause = cause.getCause();
		}
		return String.valueOf(cause.getMessage());
	}

	private static boolean isReply(Throwable cause) {
		return (JEDIS_PRESENT && Jedis.isReply(cause)) || (ClientCommands.LETTUCE_PRESENT && Lettuce.isReply(cause));
	}

	/** Apart, so that an application without Jedis never loads its types. */
	private static final class Jedis {

		static boolean isReply(Throwable cause) {
			return cause instanceof JedisDataException;
		}

	}

	/** Apart, so that an application without Lettuce never loads its types. */
	private static final class Lettuce {

		static boolean isReply(Throwable cause) {
			return cause instanceof RedisCommandExecutionException;
		}

	}

}
