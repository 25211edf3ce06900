package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.util.function.IntUnaryOperator;

import io.redisjobs.protocol.MaintenanceReport;

/** Promotes, reaps and repairs, in calls that do not hold Redis for long. */
final class OmniqUpkeep {

	private static final int PIECE = 200;

	private static final Duration INTERVAL = Duration.ofSeconds(1);

	/**
	 * While no job runs, no lease ends; a job that is due is promoted when it is taken.
	 */
	private static final Duration QUIET_INTERVAL = Duration.ofMinutes(1);

	private static final Duration REPAIR_INTERVAL = Duration.ofSeconds(5);

	private final OmniqBinding binding;

	OmniqUpkeep(OmniqBinding binding) {
		this.binding = binding;
	}

	/** Does a piece of everything. */
	MaintenanceReport maintain(int limit) {
		int promoted = promoteDelayed(this.binding.now(), limit);
		OmniqScripts.Reaped reaped = reapExpired(this.binding.now(), limit);
		boolean muchWrong = this.binding.scripts().repair(this.binding.keys(), this.binding.now(), REPAIR_INTERVAL);
		boolean more = promoted >= limit || reaped.over() >= limit || muchWrong;
		Duration next = more ? Duration.ZERO : INTERVAL;
		return new MaintenanceReport(promoted, reaped.over() - reaped.failed(), reaped.failed(), 0, false, next,
				(more || reaped.running() > 0) ? next : QUIET_INTERVAL);
	}

	/** Puts delayed jobs that are due in line; answers how many. */
	int promoteDelayed(long now, int max) {
		return inPieces(max, (piece) -> this.binding.scripts().promoteDelayed(this.binding.keys(), now, piece));
	}

	/** Ends the attempts of jobs whose lease is over. */
	OmniqScripts.Reaped reapExpired(long now, int max) {
		int keep = this.binding.settings().failedKeep();
		int[] failed = { 0 };
		long[] running = { 0 };
		int over = inPieces(max, (piece) -> {
			OmniqScripts.Reaped reaped = this.binding.scripts().reapExpired(this.binding.keys(), now, piece, keep);
			failed[0] += reaped.failed();
			running[0] = reaped.running();
			return reaped.over();
		});
		return new OmniqScripts.Reaped(over, failed[0], running[0]);
	}

	private static int inPieces(int max, IntUnaryOperator upkeep) {
		int done = 0;
		int piece;
		int found;
		do {
			piece = Math.min(PIECE, max - done);
			found = upkeep.applyAsInt(piece);
			done += found;
		}
		while (found == piece && done < max);
		return done;
	}

}
