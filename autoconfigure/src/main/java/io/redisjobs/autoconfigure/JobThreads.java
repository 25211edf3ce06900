package io.redisjobs.autoconfigure;

import org.springframework.core.task.SimpleAsyncTaskExecutor;

/** The threads that run jobs: virtual ones where the application wants them. */
final class JobThreads implements JobExecutors {

	private final boolean virtual;

	JobThreads(boolean virtual) {
		this.virtual = virtual;
	}

	@Override
	public SimpleAsyncTaskExecutor forQueue(String queue) {
		SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("jobs-" + queue + "-");
		if (this.virtual) {
			executor.setVirtualThreads(true);
		}
		return executor;
	}

}
