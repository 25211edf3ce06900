package io.redisjobs.sample.web;

/** A job that is not there. */
class UnknownJobException extends RuntimeException {

	UnknownJobException(String queue, String id) {
		super("Queue '" + queue + "' has no job '" + id + "'. It may have been removed on completion.");
	}

}
