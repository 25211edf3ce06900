package io.redisjobs.autoconfigure;

import io.redisjobs.JobContext;
import io.redisjobs.UnfitJobException;
import io.redisjobs.listener.invoke.JobArgumentResolver;
import io.redisjobs.protocol.streams.EnvelopedJob;
import io.redisjobs.protocol.streams.JobEnvelope;

import org.springframework.core.MethodParameter;

/** Gives handlers of streams the whole envelope. */
final class JobEnvelopeResolver implements JobArgumentResolver {

	@Override
	public boolean supports(MethodParameter parameter) {
		return parameter.getParameterType() == JobEnvelope.class;
	}

	@Override
	public Object resolve(MethodParameter parameter, JobContext job) {
		return job.as(EnvelopedJob.class)
			.map(EnvelopedJob::envelope)
			.orElseThrow(() -> new UnfitJobException("Queue '" + job.queue()
					+ "' is no stream, so its jobs have no envelope; take the payload and a JobContext"));
	}

}
