package io.redisjobs.convert;

import io.redisjobs.UnrecoverableJobException;

/**
 * A payload or result that does not fit the type a handler declares or a caller asks for.
 * Where it is the argument of a handler, it is the cause of an
 * {@link io.redisjobs.UnfitJobException}; thrown by a handler, it fails the job for good.
 */
public class PayloadMismatchException extends UnrecoverableJobException {

	/**
	 * Creates the exception.
	 * @param message what does not fit, and where
	 * @param cause what the conversion said
	 */
	public PayloadMismatchException(String message, Throwable cause) {
		super(message, cause);
	}

}
