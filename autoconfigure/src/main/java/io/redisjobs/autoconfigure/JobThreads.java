package io.redisjobs.autoconfigure;

import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;

/** The threads of redis-jobs: virtual ones where the application wants them. */
final class JobThreads implements JobExecutors, AutoCloseable {

	private final boolean virtual;

	private final SimpleAsyncTaskScheduler scheduler = new SimpleAsyncTaskScheduler();

	JobThreads(boolean virtual) {
		this.virtual = virtual;
		this.scheduler.setThreadNamePrefix("redis-jobs-upkeep-");
		if (virtual) {
			this.scheduler.setVirtualThreads(true);
		}
	}

	@Override
	public SimpleAsyncTaskExecutor forQueue(String queue) {
		SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("jobs-" + queue + "-");
		if (this.virtual) {
			executor.setVirtualThreads(true);
		}
		return executor;
	}

	TaskScheduler scheduler() {
		return this.scheduler;
	}

	@Override
	public void close() {
		this.scheduler.close();
	}

}
