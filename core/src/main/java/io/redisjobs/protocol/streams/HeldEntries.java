package io.redisjobs.protocol.streams;

/**
 * What this consumer was given and nobody has got yet: before it was restarted, or in the
 * lost reply of a plain read.
 */
final class HeldEntries {

	private final OwnEntries own;

	private final LostEntries lost;

	private final Deliveries deliveries;

	HeldEntries(OwnEntries own, LostEntries lost, Deliveries deliveries) {
		this.own = own;
		this.lost = lost;
		this.deliveries = deliveries;
	}

	/** Whether there are none for sure. */
	boolean none() {
		return this.own.allTaken() && this.deliveries.complete();
	}

	TakenEntries take(int max) {
		TakenEntries own = this.own.allTaken() ? TakenEntries.NONE : this.own.take(max);
		return own.isNothing() ? new TakenEntries(false, this.lost.take(max)) : own;
	}

}
