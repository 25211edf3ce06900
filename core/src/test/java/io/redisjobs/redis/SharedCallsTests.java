package io.redisjobs.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

class SharedCallsTests {

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final List<List<Integer>> calls = Collections.synchronizedList(new ArrayList<>());

	@AfterEach
	void stopThreads() {
		this.threads.shutdownNow();
	}

	@Test
	void oneThreadAloneDoesNotWaitForOthers() {
		SharedCalls<Integer, Integer> shared = new SharedCalls<>((items) -> {
			this.calls.add(items);
			return items;
		}, 10);
		assertThat(shared.ask(1)).isEqualTo(1);
		assertThat(shared.ask(2)).isEqualTo(2);
		assertThat(this.calls).containsExactly(List.of(1), List.of(2));
	}

	@Test
	void threadsThatComeDuringACallShareTheNextAndManyMakeASecondAtOnce() throws Exception {
		CountDownLatch release = new CountDownLatch(1);
		SharedCalls<Integer, String> shared = new SharedCalls<>((items) -> {
			this.calls.add(items);
			await().until(() -> release.getCount() == 0);
			return items.stream().map((item) -> "answer " + item).toList();
		}, 100);
		List<CompletableFuture<String>> answers = new ArrayList<>();
		answers.add(CompletableFuture.supplyAsync(() -> shared.ask(0), this.threads));
		await().until(() -> this.calls.size() == 1);
		IntStream.range(1, 8)
			.forEach((i) -> answers.add(CompletableFuture.supplyAsync(() -> shared.ask(i), this.threads)));
		await().during(Duration.ofMillis(200)).until(() -> this.calls.size() == 1);
		answers.add(CompletableFuture.supplyAsync(() -> shared.ask(8), this.threads));
		await().until(() -> this.calls.size() == 2);
		IntStream.range(9, 30)
			.forEach((i) -> answers.add(CompletableFuture.supplyAsync(() -> shared.ask(i), this.threads)));
		release.countDown();
		for (int i = 0; i < answers.size(); i++) {
			assertThat(answers.get(i).get(30, TimeUnit.SECONDS)).isEqualTo("answer " + i);
		}
		assertThat(this.calls.get(1)).hasSize(8);
		assertThat(this.calls.stream().mapToInt(List::size).sum()).isEqualTo(30);
	}

	@Test
	void everyQuestionIsAnsweredHoweverManyThreadsAsk() throws Exception {
		SharedCalls<Integer, Integer> shared = new SharedCalls<>((items) -> {
			this.calls.add(items);
			return items;
		}, 5);
		List<CompletableFuture<Boolean>> threads = IntStream.range(0, 24)
			.mapToObj((thread) -> CompletableFuture.supplyAsync(
					() -> IntStream.range(0, 2000).allMatch((i) -> shared.ask(thread * 2000 + i) == thread * 2000 + i),
					this.threads))
			.toList();
		for (CompletableFuture<Boolean> thread : threads) {
			assertThat(thread.get(60, TimeUnit.SECONDS)).isTrue();
		}
		assertThat(this.calls.stream().mapToInt(List::size).sum()).isEqualTo(48_000);
	}

	@Test
	void anInterruptedThreadGetsItsAnswerAndStaysInterrupted() throws Exception {
		CountDownLatch release = new CountDownLatch(1);
		SharedCalls<Integer, Integer> shared = new SharedCalls<>((items) -> {
			this.calls.add(items);
			await().until(() -> release.getCount() == 0);
			return items;
		}, 10);
		CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> shared.ask(1), this.threads);
		await().until(() -> this.calls.size() == 1);
		CompletableFuture<Thread> waiter = new CompletableFuture<>();
		CompletableFuture<Boolean> interrupted = CompletableFuture.supplyAsync(() -> {
			waiter.complete(Thread.currentThread());
			return shared.ask(2) == 2 && Thread.currentThread().isInterrupted();
		}, this.threads);
		waiter.get().interrupt();
		release.countDown();
		assertThat(interrupted.get(30, TimeUnit.SECONDS)).isTrue();
		assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo(1);
	}

	@Test
	void anErrorBetweenQuestionsReachesThoseThatWereTakenAndHoldsUpNobody() throws Exception {
		CountDownLatch release = new CountDownLatch(1);
		FailingQueue<SharedCalls.Question<Integer, Integer>> waiting = new FailingQueue<>();
		SharedCalls<Integer, Integer> shared = new SharedCalls<>((items) -> {
			this.calls.add(items);
			await().until(() -> release.getCount() == 0);
			return items;
		}, 10, waiting);
		CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> shared.ask(0), this.threads);
		await().until(() -> this.calls.size() == 1);
		List<CompletableFuture<Integer>> others = IntStream.range(1, 6)
			.mapToObj((i) -> CompletableFuture.supplyAsync(() -> shared.ask(i), this.threads))
			.toList();
		await().until(() -> waiting.size() == 5);
		waiting.failAfter(3);
		release.countDown();
		assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo(0);
		await().until(() -> others.stream().allMatch(CompletableFuture::isDone));
		assertThat(others.stream().filter(CompletableFuture::isCompletedExceptionally)).hasSize(3);
		assertThat(shared.ask(7)).isEqualTo(7);
	}

	@Test
	void anErrorReachesEveryThreadOfTheCall() {
		SharedCalls<Integer, Integer> shared = new SharedCalls<>((items) -> {
			throw new IllegalStateException("no Redis");
		}, 10);
		assertThatIllegalStateException().isThrownBy(() -> shared.ask(1)).withMessage("no Redis");
		assertThatIllegalStateException().isThrownBy(() -> shared.ask(2)).withMessage("no Redis");
	}

	/** Runs out of memory once, after some elements were taken. */
	private static final class FailingQueue<E> extends ConcurrentLinkedQueue<E> {

		private static final long serialVersionUID = 1L;

		private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);

		void failAfter(int elements) {
			this.left.set(elements);
		}

		@Override
		public E poll() {
			if (this.left.getAndDecrement() == 0) {
				throw new OutOfMemoryError("a test's");
			}
			return super.poll();
		}

	}

}
