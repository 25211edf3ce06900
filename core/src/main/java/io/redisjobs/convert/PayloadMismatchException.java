package io.redisjobs.convert;

import io.redisjobs.UnrecoverableJobException;

/**
 * A payload that does not fit the type its handler declares; trying again cannot help.
 */
public class PayloadMismatchException extends UnrecoverableJobException {

	public PayloadMismatchException(String message, Throwable cause) {
		super(message, cause);
	}

}
