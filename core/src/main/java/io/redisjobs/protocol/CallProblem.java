package io.redisjobs.protocol;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Why a call failed, where that is no outage: Redis answers, and refuses this application
 * or this user, or a library does not fit.
 *
 * @param kind what it is
 * @param description what is wrong, without an end mark
 * @param action what to do about it, as sentences
 */
public record CallProblem(Kind kind, String description, String action) {

	private static final int DEEPEST = 20;

	private static final String OR_FACTORY = ", or what your own connection factory is made from.";

	private static final CallProblem WRONG = new CallProblem(Kind.CREDENTIALS,
			"Redis does not accept the user name or the password",
			"Check spring.data.redis.username and spring.data.redis.password" + OR_FACTORY);

	private static final CallProblem MISSING = new CallProblem(Kind.CREDENTIALS,
			"Redis asks for a password and has got none",
			"Set spring.data.redis.password, and spring.data.redis.username unless it is the default user's"
					+ OR_FACTORY);

	private static final CallProblem UNNEEDED = new CallProblem(Kind.CREDENTIALS,
			"Redis has got a password and knows of none",
			"Give Redis a password, or take away spring.data.redis.password" + OR_FACTORY);

	private static final CallProblem FORBIDDEN = new CallProblem(Kind.PERMISSION,
			"Redis does not allow its user to do this",
			"Extend the user's ACL rules by the command or the keys, redis-jobs:* among them (ACL LOG of Redis tells "
					+ "which), or set spring.data.redis.username and spring.data.redis.password to a user who may do it.");

	/** What the problem of an error is, or {@code null} if it may be an outage. */
	public static @Nullable CallProblem of(Throwable error) {
		Throwable cause = error;
		for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
			if (cause instanceof LinkageError misfit) {
				return new CallProblem(Kind.MISFIT, "a library does not fit (" + Misfit.describe(misfit) + ")",
						"Let Spring Boot's dependency management choose the versions of libraries, and take away "
								+ "what overrides them.");
			}
			CallProblem refusal = refusal(ErrorText.message(cause));
			if (refusal != null) {
				return refusal;
			}
			cause = cause.getCause();
		}
		return null;
	}

	/** Whether an error comes of a library that does not fit, and stays therefore. */
	public static boolean isMisfit(Throwable error) {
		CallProblem problem = of(error);
		return problem != null && problem.kind() == Kind.MISFIT;
	}

	private static @Nullable CallProblem refusal(String message) {
		return switch (firstWord(message)) {
			case "WRONGPASS" -> WRONG;
			case "NOAUTH" -> MISSING;
			case "NOPERM" -> FORBIDDEN;
			case "ERR" -> refusalByText(message);
			default -> null;
		};
	}

	// a long call without a password, a password too many, and what a script may not do
	private static @Nullable CallProblem refusalByText(String message) {
		if (message.contains("unauthenticated ")) {
			return MISSING;
		}
		if (message.contains("without any password configured")) {
			return UNNEEDED;
		}
		boolean forbidden = message.contains("ACL failure in script")
				|| message.contains("The user executing the script can't");
		return forbidden ? FORBIDDEN : null;
	}

	private static String firstWord(String message) {
		int end = message.indexOf(' ');
		return (end < 0) ? message : message.substring(0, end);
	}

	/** What to do, with what is wrong before it. */
	public String sentences() {
		return this.description.substring(0, 1).toUpperCase(Locale.ROOT) + this.description.substring(1) + ". "
				+ this.action;
	}

	/** Kinds of problems. */
	public enum Kind {

		/** Who the application says it is, or its password. */
		CREDENTIALS,
		/** What its user may do. */
		PERMISSION,
		/**
		 * A class or method is missing or other than expected, and stays so until the
		 * application is built anew.
		 */
		MISFIT

	}

}
