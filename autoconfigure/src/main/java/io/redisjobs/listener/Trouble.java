package io.redisjobs.listener;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeoutException;

import io.redisjobs.protocol.ErrorText;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;

/**
 * Tells trouble that passes by itself, such as a Redis that is away, from trouble that
 * stays however often a call is repeated.
 */
final class Trouble {

	/** What Redis answers with while it cannot do what it could at another time. */
	private static final List<String> PASSING = List.of("LOADING", "OOM", "BUSY", "READONLY", "CLUSTERDOWN", "TRYAGAIN",
			"MASTERDOWN", "MISCONF", "NOREPLICAS", "UNBLOCKED", "FAILOVER");

	private static final int DEEPEST = 20;

	private Trouble() {
	}

	/** Whether a call that failed so may succeed later. */
	static boolean passes(Throwable error) {
		Throwable cause = error;
		for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
			if (cause instanceof IOException || cause instanceof TimeoutException
					|| cause instanceof TransientDataAccessException
					|| cause instanceof DataAccessResourceFailureException
					|| isPassingAnswer(ErrorText.message(cause))) {
				return true;
			}
			cause = cause.getCause();
		}
		return false;
	}

	private static boolean isPassingAnswer(String message) {
		return message != null
				&& PASSING.stream().anyMatch((word) -> message.equals(word) || message.startsWith(word + " "));
	}

}
