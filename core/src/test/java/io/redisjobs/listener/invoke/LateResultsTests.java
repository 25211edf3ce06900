package io.redisjobs.listener.invoke;

import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests waiting for results that come later. */
class LateResultsTests {

	@Test
	void neitherReactiveStreamsNorKotlinAreNeeded() throws Exception {
		List<URL> urls = new ArrayList<>();
		for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
			if (!path.matches(".*(reactor|reactive|kotlin|lettuce|netty).*")) {
				urls.add(new File(path).toURI().toURL());
			}
		}
		try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new),
				ClassLoader.getPlatformClassLoader())) {
			assertThatExceptionOfType(ClassNotFoundException.class)
				.isThrownBy(() -> loader.loadClass("org.reactivestreams.Publisher"));
			Class<?> type = loader.loadClass(LateResults.class.getName());
			assertThat(call(type, "await", Object.class, CompletableFuture.completedFuture("a"))).isEqualTo("a");
			assertThat(call(type, "await", Object.class, "b")).isEqualTo("b");
			assertThat(call(type, "refusal", Class.class, CompletionStage.class)).isNull();
			assertThat(call(type, "refusal", Class.class, java.util.concurrent.Flow.Publisher.class)).isNotNull();
			assertThat(Class.forName(MethodJobInvoker.class.getName(), true, loader)).isNotNull();
		}
	}

	@Test
	void anInterruptedWaitCancelsTheStage() {
		CompletableFuture<String> stage = new CompletableFuture<>();
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> LateResults.await(stage));
		assertThat(stage).isCancelled();
	}

	@Test
	void anErrorOfAStageIsThrownAsItIs() {
		AssertionError error = new AssertionError("no");
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> LateResults.await(CompletableFuture.failedStage(error)))
			.isSameAs(error);
	}

	private static @Nullable Object call(Class<?> type, String name, Class<?> parameter, Object argument)
			throws Exception {
		Method method = type.getDeclaredMethod(name, parameter);
		method.setAccessible(true);
		return method.invoke(null, argument);
	}

}
