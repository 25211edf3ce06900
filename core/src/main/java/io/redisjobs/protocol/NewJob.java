package io.redisjobs.protocol;

import io.redisjobs.JobOptions;

/**
 * A job to publish. Its options are a copy of its own: what is done afterwards to those
 * it was made of changes nothing.
 *
 * @param payload its payload as it is stored
 * @param options how it is to be run
 */
public record NewJob(byte[] payload, JobOptions options) {

	public NewJob {
		options = options.copy();
	}

}
