package io.redisjobs.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/** The observations that redis-jobs makes. */
public enum JobObservation implements ObservationDocumentation {

	/** Jobs are published; one observation for all jobs of a call. */
	PUBLISH {
		@Override
		public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
			return DefaultJobPublishObservationConvention.class;
		}

		@Override
		public KeyName[] getHighCardinalityKeyNames() {
			return PublishDetail.values();
		}
	},
	/** The handler of a job runs. */
	PROCESS {
		@Override
		public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
			return DefaultJobProcessObservationConvention.class;
		}

		@Override
		public KeyName[] getHighCardinalityKeyNames() {
			return ProcessDetail.values();
		}
	};

	@Override
	public KeyName[] getLowCardinalityKeyNames() {
		return Key.values();
	}

	/** Keys with few values, on meters and spans. */
	public enum Key implements KeyName {

		/** The queue's name. */
		QUEUE("queue"),
		/** The contract the queue speaks. */
		PROTOCOL("protocol"),
		/**
		 * The job's name; none where it has none, mixed for jobs of several names. For
		 * running: other where no handler is registered for the name. For publishing:
		 * other where there have been too many names already.
		 */
		JOB("job"),
		/**
		 * For publishing: added, existing (another job stands for it), refused, mixed or
		 * error. For running: success or error. Not on what is still under way.
		 */
		OUTCOME("outcome");

		private final String key;

		Key(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

	}

	/** Further keys of publishing, on spans only. */
	public enum PublishDetail implements KeyName {

		/** How many jobs. */
		COUNT("jobs.count"),
		/** The job's id, if it is one. */
		ID("job.id");

		private final String key;

		PublishDetail(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

	}

	/** Further keys of running, on spans only. */
	public enum ProcessDetail implements KeyName {

		/** The job's name, whatever it is. */
		NAME("job.name"),
		/** The job's id. */
		ID("job.id"),
		/** The number of the attempt. */
		ATTEMPT("job.attempt");

		private final String key;

		ProcessDetail(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

	}

}
