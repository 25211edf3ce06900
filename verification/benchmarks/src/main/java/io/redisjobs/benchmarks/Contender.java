package io.redisjobs.benchmarks;

/** A side of the comparison: a process that stays the same over all rounds. */
interface Contender extends AutoCloseable {

	/** Its name in reports. */
	String name();

	/** Whether it speaks a contract. */
	boolean speaks(String contract);

	/** Does a task. */
	Answer perform(Verb verb, Task task);

	/** Lets go of everything that refers to a queue, because Redis is emptied. */
	void reset();

	@Override
	void close();

	/** The kinds of tasks. */
	enum Verb {

		/** Adds jobs in batches. */
		BULK("bulk"),

		/** Adds jobs one by one from several producers. */
		ADD("add"),

		/** Works off the jobs that are there. */
		PROCESS("process"),

		/** Adds one by one and works off at the same time. */
		END_TO_END("endToEnd"),

		/** Adds a job to an idle queue and waits until it starts, again and again. */
		LATENCY("latency");

		private final String call;

		Verb(String call) {
			this.call = call;
		}

		String call() {
			return this.call;
		}

	}

}
