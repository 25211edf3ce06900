package io.redisjobs.listener;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

import io.redisjobs.protocol.CallProblem;
import io.redisjobs.protocol.ErrorText;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.data.redis.connection.PoolException;

/**
 * Tells errors that pass by themselves, such as a Redis that is away, from those that
 * stay however often a call is repeated.
 */
final class TransientErrors {

	/** What Redis answers with while it cannot do what it could at another time. */
	private static final Set<String> TRANSIENT = Set.of("LOADING", "OOM", "BUSY", "READONLY", "CLUSTERDOWN", "TRYAGAIN",
			"MASTERDOWN", "MISCONF", "NOREPLICAS", "UNBLOCKED", "FAILOVER");

	/** What every answer of Redis that is an error begins with. */
	private static final Pattern ANSWER = Pattern.compile("[A-Z][A-Z0-9_]+");

	private static final int DEEPEST = 20;

	private TransientErrors() {
	}

	/** Whether a call that failed so may succeed later. */
	static boolean isTransient(Throwable error) {
		CallProblem problem = CallProblem.of(error);
		if (problem != null && problem.kind() != CallProblem.Kind.PERMISSION) {
			return problem.kind() == CallProblem.Kind.CREDENTIALS;
		}
		boolean answered = false;
		boolean unanswered = false;
		Throwable cause = error;
		for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
			String message = ErrorText.message(cause);
			if (isTransientType(cause) || TRANSIENT.contains(firstWord(message))) {
				return true;
			}
			answered = answered || ANSWER.matcher(firstWord(message)).matches();
			unanswered = unanswered || isOfDriver(cause);
			cause = cause.getCause();
		}
		return unanswered && !answered;
	}

	private static boolean isTransientType(Throwable cause) {
		return cause instanceof IOException || cause instanceof TimeoutException
				|| cause instanceof InterruptedException || cause instanceof TransientDataAccessException
				|| cause instanceof DataAccessResourceFailureException || cause instanceof PoolException
				|| cause instanceof VirtualMachineError;
	}

	// what the driver itself says is about connections; what Java says inside it is a bug
	private static boolean isOfDriver(Throwable error) {
		Throwable cause = error.getCause();
		return error instanceof DataAccessException && cause != null && !cause.getClass().getName().startsWith("java.");
	}

	private static String firstWord(String message) {
		int end = message.indexOf(' ');
		return (end < 0) ? message : message.substring(0, end);
	}

}
