package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.protocol.FoundJobs;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.UnansweredCalls;

import org.springframework.data.redis.connection.RedisConnection;

/** Lets jobs run that this worker has taken, unless their ids have run already. */
final class StreamsAdmission {

	static final Reservation PAUSED = Reservation.paused(Duration.ofSeconds(1));

	private final StreamsBinding binding;

	private final StreamsScripts scripts;

	private final EntrySizes sizes;

	private final UnansweredCalls<Settlement> unanswered;

	private final FoundJobs<StreamsJob> found;

	StreamsAdmission(StreamsBinding binding, StreamsScripts scripts, EntrySizes sizes,
			UnansweredCalls<Settlement> unanswered, FoundJobs<StreamsJob> found) {
		this.binding = binding;
		this.scripts = scripts;
		this.sizes = sizes;
		this.unanswered = unanswered;
		this.found = found;
	}

	/** Admits jobs that came while the queue may have been paused. */
	Reservation admitUnlessPaused(List<StreamsJob> jobs) {
		return (!jobs.isEmpty() && releasedIfPaused(jobs)) ? PAUSED : admit(jobs);
	}

	private boolean releasedIfPaused(List<StreamsJob> jobs) {
		try {
			boolean paused = isPaused();
			if (paused) {
				this.scripts.send(this.scripts.release(jobs, Duration.ZERO, false, true));
			}
			return paused;
		}
		catch (RuntimeException | Error ex) {
			this.found.keep(jobs);
			throw ex;
		}
	}

	private boolean isPaused() {
		try (RedisConnection connection = this.scripts.connections().getConnection()) {
			return Boolean.TRUE.equals(connection.keyCommands().exists(this.binding.keys().paused()));
		}
	}

	Reservation admit(List<StreamsJob> jobs) {
		this.sizes.seen(jobs);
		// what is known of an earlier run is not this one's
		jobs.forEach((job) -> this.unanswered.answer(job.token()));
		if (jobs.isEmpty() || !this.binding.settings().oncePerJobId()) {
			return Reservation.of(jobs);
		}
		Reply words = beginOnce(jobs);
		List<StreamsJob> admitted = new ArrayList<>(jobs.size());
		for (int i = 0; i < jobs.size(); i++) {
			StreamsJob job = jobs.get(i);
			switch (words.text(i)) {
				case "run" -> admitted.add(job);
				case "interrupted" -> admitted.add(interrupted(job));
				default -> {
					// acknowledged by the script: the job id has run or is running
				}
			}
		}
		return Reservation.of(admitted);
	}

	private Reply beginOnce(List<StreamsJob> jobs) {
		try {
			return this.scripts.beginOnce(jobs);
		}
		catch (RuntimeException | Error ex) {
			// they may have begun, and are asked for again
			this.found.keep(jobs);
			throw ex;
		}
	}

	private static StreamsJob interrupted(StreamsJob job) {
		return (job.objection() != null) ? job : job.refusedBecause(
				"An earlier run of job " + job.id() + " was interrupted; whether it had its effect is unknown");
	}

}
