package io.redisjobs.listener.invoke;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.redisjobs.UnrecoverableJobException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;

/**
 * Waits for results that come later, and refuses those that nobody can wait for.
 */
final class LateResults {

	private static final ReactiveAdapterRegistry TYPES = ReactiveAdapterRegistry.getSharedInstance();

	// known to the registry only where what adapts them is on the class path as well
	private static final List<Class<?>> NEED_ADAPTERS = Stream
		.of("org.reactivestreams.Publisher", "kotlinx.coroutines.Job", "kotlinx.coroutines.flow.Flow")
		.map(LateResults::find)
		.filter(Objects::nonNull)
		.<Class<?>>map(Objects::requireNonNull)
		.toList();

	private static final ClassValue<Boolean> PLAIN = new ClassValue<>() {

		@Override
		protected Boolean computeValue(Class<?> type) {
			return !CompletionStage.class.isAssignableFrom(type) && TYPES.getAdapter(type) == null
					&& refusal(type) == null;
		}

	};

	private LateResults() {
	}

	private static @Nullable Class<?> find(String type) {
		try {
			return ClassUtils.forName(type, LateResults.class.getClassLoader());
		}
		catch (ClassNotFoundException | LinkageError ex) {
			return null;
		}
	}

	/** Why a handler cannot return a type, if it cannot. */
	static @Nullable Refusal refusal(Class<?> type) {
		if (CompletionStage.class.isAssignableFrom(type)) {
			return null;
		}
		ReactiveAdapter adapter = TYPES.getAdapter(type);
		if (adapter != null && !adapter.isMultiValue()) {
			return null;
		}
		String name = type.getSimpleName();
		if (adapter != null || Flow.Publisher.class.isAssignableFrom(type)) {
			return new Refusal(name + " may have many values, and a job has one result",
					"Return one value, or a type of which there is one value at most: a Mono of a list, for instance.");
		}
		if (Future.class.isAssignableFrom(type)) {
			return new Refusal("nobody can tell when " + name + " is done without blocking a thread for it",
					"Return a CompletableFuture, or wait for the value and return that.");
		}
		if (Callable.class.isAssignableFrom(type)) {
			return new Refusal("nobody would call " + name, "Call it, and return its value.");
		}
		if (NEED_ADAPTERS.stream().anyMatch((late) -> late.isAssignableFrom(type))) {
			return new Refusal("nothing on the class path can wait for " + name,
					"Add io.projectreactor:reactor-core, and org.jetbrains.kotlinx:kotlinx-coroutines-reactor for types of "
							+ "Kotlin, or return a CompletableFuture or the value itself.");
		}
		return null;
	}

	/**
	 * The value that was returned, or the one that it stands for.
	 * @throws InterruptedException if the thread is interrupted meanwhile; what was
	 * waited for is cancelled then
	 */
	static @Nullable Object await(@Nullable Object returned) throws Exception {
		if (returned == null || PLAIN.get(returned.getClass())) {
			return returned;
		}
		return await(value(late(returned)));
	}

	private static CompletableFuture<?> late(Object returned) {
		if (returned instanceof CompletionStage<?> stage) {
			return stage.toCompletableFuture();
		}
		Refusal refusal = refusal(returned.getClass());
		if (refusal != null) {
			throw new UnrecoverableJobException(
					"The handler's result cannot be used: " + refusal.reason() + ". " + refusal.action());
		}
		return PublishedValue.of(returned, TYPES);
	}

	private static @Nullable Object value(CompletableFuture<?> late) throws Exception {
		try {
			return late.get();
		}
		catch (InterruptedException ex) {
			late.cancel(true);
			throw ex;
		}
		catch (ExecutionException ex) {
			throw unwrapped(ex);
		}
	}

	private static Exception unwrapped(ExecutionException failure) {
		Throwable error = failure.getCause();
		while (error instanceof CompletionException && error.getCause() != null) {
			error = error.getCause();
		}
		if (error instanceof Error fatal) {
			throw fatal;
		}
		return (error instanceof Exception exception) ? exception : failure;
	}

	/**
	 * Why a type is no result.
	 *
	 * @param reason what is wrong with it
	 * @param action what to do about it
	 */
	record Refusal(String reason, String action) {

	}

}
