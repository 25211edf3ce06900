package io.redisjobs.annotation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.redisjobs.JobHandler;
import kotlin.Metadata;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import kotlinx.coroutines.Job;
import org.jspecify.annotations.Nullable;

/**
 * What Kotlin's compiler makes of a class with suspending functions, written in Java so
 * that the build needs no other compiler. The metadata are those that it wrote for
 * {@code greet}, {@code refuse} and {@code linger}, which take a String and return one,
 * and {@code forget}, which takes and returns nothing.
 */
@Metadata(k = 1, mv = { 2, 1, 0 }, xi = 48,
		d1 = "\000\032\n\002\030\002\n\002\020\000\n\002\b\003\n\002\020\016\n\002\b\005\n"
				+ "\002\020\002\n\000\030\0002\0020\001B\007\242\006\004\b\002\020\003J\026\020"
				+ "\004\032\0020\0052\006\020\006\032\0020\005H\206@\242\006\002\020\007J\026"
				+ "\020\b\032\0020\0052\006\020\006\032\0020\005H\206@\242\006\002\020\007J\026"
				+ "\020\t\032\0020\0052\006\020\006\032\0020\005H\206@\242\006\002\020\007J\016"
				+ "\020\n\032\0020\013H\206@\242\006\002\020\f",
		d2 = { "Lio/redisjobs/annotation/SuspendingGreeter;", "", "<init>", "()V", "greet", "", "name",
				"(Ljava/lang/String;Lkotlin/coroutines/Continuation;)Ljava/lang/Object;", "refuse", "linger", "forget",
				"", "(Lkotlin/coroutines/Continuation;)Ljava/lang/Object;" })
public final class SuspendingGreeter {

	final CountDownLatch lingering = new CountDownLatch(1);

	final CountDownLatch cancelled = new CountDownLatch(1);

	@JobHandler(queue = "late", name = "greet")
	public Object greet(String name, Continuation<? super String> continuation) {
		CompletableFuture.runAsync(() -> continuation.resumeWith("hello " + name));
		return IntrinsicsKt.getCOROUTINE_SUSPENDED();
	}

	@JobHandler(queue = "late", name = "refuse")
	public Object refuse(String name, Continuation<? super String> continuation) {
		throw new IllegalArgumentException("not " + name);
	}

	@JobHandler(queue = "late", name = "linger")
	public Object linger(String name, Continuation<? super String> continuation) {
		Job job = continuation.getContext().get(Job.Key);
		if (job != null) {
			job.invokeOnCompletion(true, true, (reason) -> {
				this.cancelled.countDown();
				return Unit.INSTANCE;
			});
		}
		this.lingering.countDown();
		return IntrinsicsKt.getCOROUTINE_SUSPENDED();
	}

	@JobHandler(queue = "late", name = "forget")
	public @Nullable Object forget(Continuation<? super Unit> continuation) {
		return Unit.INSTANCE;
	}

}
