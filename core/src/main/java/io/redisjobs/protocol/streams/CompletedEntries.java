package io.redisjobs.protocol.streams;

import java.util.List;

/**
 * Jobs that one call completes, and what it writes for them.
 *
 * @param jobs the jobs
 * @param targets the keys of the streams that are written to
 * @param writes what is written for each job, empty if nothing is for any
 */
record CompletedEntries(List<StreamsJob> jobs, List<byte[]> targets, List<Write> writes) {

	/**
	 * What is written for a job.
	 *
	 * @param target the number of the stream from 1, 0 for none
	 * @param content what goes there
	 * @param marker the key of the job id's marker, empty for none
	 */
	record Write(int target, byte[] content, byte[] marker) {

	}

}
