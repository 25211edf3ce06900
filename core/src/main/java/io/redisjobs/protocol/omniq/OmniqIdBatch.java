package io.redisjobs.protocol.omniq;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The ids of one administrative call; what is no id is refused without asking Redis. */
final class OmniqIdBatch {

	private final List<String> ids;

	private OmniqIdBatch(List<String> ids) {
		this.ids = ids;
	}

	static OmniqIdBatch of(String operation, String queue, List<String> ids) {
		if (ids.isEmpty()) {
			throw new OmniqException(operation, queue, "", OmniqCode.BAD_ARGS.name());
		}
		if (ids.size() > OmniqClient.MAX_BATCH) {
			throw new OmniqException(operation, queue, "", OmniqCode.BATCH_TOO_LARGE.name());
		}
		return new OmniqIdBatch(ids);
	}

	/** Runs a script for the ids that are some; answers for all, in their order. */
	List<OmniqOutcome> run(Function<List<String>, List<OmniqOutcome>> script) {
		List<String> good = this.ids.stream().filter(OmniqNames::isJobId).toList();
		List<OmniqOutcome> done = new ArrayList<>(good.isEmpty() ? List.of() : script.apply(good));
		for (int i = 0; i < this.ids.size(); i++) {
			if (!OmniqNames.isJobId(this.ids.get(i))) {
				done.add(i, new OmniqOutcome(this.ids.get(i), OmniqCode.BAD_JOB_ID, 0));
			}
		}
		return List.copyOf(done);
	}

}
