package io.redisjobs.protocol.streams;

import io.redisjobs.protocol.Settlement;

/** Why a run could not be ended or extended, by the word of a script. */
final class LostRun {

	private LostRun() {
	}

	static Settlement because(String word) {
		return "gone".equals(word) ? Settlement.gone()
				: Settlement.leaseLost("The entry has been delivered to somebody else");
	}

}
