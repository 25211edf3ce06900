package io.redisjobs.sample.web;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

import io.redisjobs.sample.Journal;

import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Sends what happens to a job to one browser, until the job or the browser has enough.
 * Job threads only drop entries into it; a slow browser holds up nobody.
 */
final class EventStream implements Consumer<Journal.Entry> {

	private static final Journal.Entry CLOSED = new Journal.Entry("", "closed", "");

	private final SseEmitter emitter = new SseEmitter(Duration.ofMinutes(10).toMillis());

	private final BlockingQueue<Journal.Entry> entries = new LinkedBlockingQueue<>();

	@Override
	public void accept(Journal.Entry entry) {
		this.entries.add(entry);
	}

	void onEnd(Runnable unfollow) {
		Runnable end = () -> {
			unfollow.run();
			this.entries.add(CLOSED);
		};
		this.emitter.onCompletion(end);
		this.emitter.onTimeout(end);
		this.emitter.onError((error) -> end.run());
		Thread thread = new Thread(this::send, "job-events");
		thread.setDaemon(true);
		thread.start();
	}

	SseEmitter emitter() {
		return this.emitter;
	}

	/**
	 * A request is over when its outcome has been handled, not when it has been routed.
	 */
	private static boolean isLast(Journal.Entry entry) {
		return entry.topic().startsWith("requested/") ? Set.of("delivered", "refunded").contains(entry.what())
				: Set.of("completed", "failed").contains(entry.what());
	}

	private void send() {
		try {
			Journal.Entry entry = this.entries.take();
			while (entry != CLOSED) {
				this.emitter.send(SseEmitter.event().name(entry.what()).data(entry.detail()));
				if (isLast(entry)) {
					break;
				}
				entry = this.entries.take();
			}
			this.emitter.complete();
		}
		catch (IOException | IllegalStateException ex) {
			// the browser is gone
			this.emitter.completeWithError(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
