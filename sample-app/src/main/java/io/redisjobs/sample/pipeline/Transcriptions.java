package io.redisjobs.sample.pipeline;

import io.redisjobs.JobHandler;
import io.redisjobs.UnrecoverableJobException;

import org.springframework.stereotype.Component;

/** Transcribes recordings; a Python worker on the same stream would do as well. */
@Component
class Transcriptions {

	@JobHandler("transcription")
	Transcript transcribe(Recording recording) {
		if (recording.mediaUrl().endsWith(".broken")) {
			throw new UnrecoverableJobException("cannot decode " + recording.mediaUrl());
		}
		return new Transcript("to be or not to be");
	}

}
