package io.redisjobs.protocol.omniq;

import java.util.concurrent.CountDownLatch;

import io.redisjobs.kit.JobsApplication;

/** A worker in a process of its own that starts a job and never ends it. */
final class DoomedWorker {

	private DoomedWorker() {
	}

	public static void main(String[] args) throws InterruptedException {
		CountDownLatch never = new CountDownLatch(1);
		JobsApplication.builder()
			.properties("redis-jobs.defaults.protocol=omniq", "redis-jobs.defaults.lease=1s")
			.handler(args[0], (job) -> {
				never.await();
				return null;
			})
			.run();
		never.await();
	}

}
