package io.redisjobs.listener.invoke;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import kotlinx.coroutines.Job;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;

/**
 * The one value of a reactive type; cancelling it cancels the work. To be used only where
 * the registry knows a type, since Reactive Streams are on the class path there.
 */
final class PublishedValue extends CompletableFuture<@Nullable Object> implements Subscriber<Object> {

	private static final boolean COROUTINES = ClassUtils.isPresent("kotlinx.coroutines.Job",
			PublishedValue.class.getClassLoader());

	private volatile @Nullable Subscription subscription;

	private volatile @Nullable Object value;

	/** Starts the work that a reactive object stands for. */
	static CompletableFuture<?> of(Object source, ReactiveAdapterRegistry types) {
		ReactiveAdapter adapter = types.getAdapter(source.getClass());
		Assert.state(adapter != null, "Only types that the registry knows have a value to wait for");
		CompletableFuture<?> value = of(adapter.toPublisher(source), types.getAdapter(CompletionStage.class));
		if (COROUTINES) {
			Coroutines.cancelWith(value, source);
		}
		return value;
	}

	// Reactor's own conversion takes thread locals along where the application wants
	// that.
	private static CompletableFuture<?> of(Publisher<Object> publisher, @Nullable ReactiveAdapter stages) {
		if (stages != null && stages.fromPublisher(publisher) instanceof CompletableFuture<?> future) {
			return future;
		}
		return subscribe(publisher);
	}

	static PublishedValue subscribe(Publisher<Object> publisher) {
		PublishedValue value = new PublishedValue();
		publisher.subscribe(value);
		return value;
	}

	@Override
	public void onSubscribe(Subscription subscription) {
		this.subscription = subscription;
		if (isDone()) {
			subscription.cancel();
		}
		else {
			subscription.request(Long.MAX_VALUE);
		}
	}

	@Override
	public void onNext(Object value) {
		this.value = value;
	}

	@Override
	public void onError(Throwable error) {
		completeExceptionally(error);
	}

	@Override
	public void onComplete() {
		complete(this.value);
	}

	@Override
	public boolean cancel(boolean interrupt) {
		boolean cancelled = super.cancel(interrupt);
		Subscription current = this.subscription;
		if (cancelled && current != null) {
			current.cancel();
		}
		return cancelled;
	}

	/** What needs the types of Kotlin. */
	private static final class Coroutines {

		// to stop waiting for a coroutine does not end it
		static void cancelWith(CompletableFuture<?> value, Object source) {
			if (source instanceof Job coroutine) {
				value.whenComplete((result, error) -> {
					if (value.isCancelled()) {
						coroutine.cancel(null);
					}
				});
			}
		}

	}

}
