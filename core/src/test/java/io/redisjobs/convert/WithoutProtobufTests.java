package io.redisjobs.convert;

import java.io.File;
import java.lang.reflect.Proxy;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;

import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.publish.JobTemplate;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Publishing and converting without protobuf, which is optional. */
class WithoutProtobufTests {

	private static URL[] classPathWithoutProtobuf() {
		String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
		return Arrays.stream(classPath.split(File.pathSeparator))
			.filter((entry) -> !entry.contains("protobuf"))
			.map(WithoutProtobufTests::url)
			.toArray(URL[]::new);
	}

	private static URL url(String entry) {
		try {
			return new File(entry).toURI().toURL();
		}
		catch (MalformedURLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void jobsArePublishedAndRead() throws Exception {
		try (URLClassLoader loader = new URLClassLoader(classPathWithoutProtobuf(),
				ClassLoader.getPlatformClassLoader())) {
			assertThatExceptionOfType(ClassNotFoundException.class)
				.isThrownBy(() -> loader.loadClass("com.google.protobuf.MessageLite"));
			Callable<?> application = (Callable<?>) loader.loadClass(Application.class.getName())
				.getDeclaredConstructor()
				.newInstance();
			assertThat(application.getClass()).isNotSameAs(Application.class);
			assertThat(application.call()).isEqualTo("7 {to=Ada}");
		}
	}

	/** What an application does, in a class loader of its own. */
	public static class Application implements Callable<String> {

		@Override
		public String call() {
			PayloadConverter converter = new JsonPayloadConverter(new JsonMapper());
			JobTemplate jobs = new JobTemplate(
					new JobQueues((name) -> new OpenQueue(name, proxy(JobProtocol.class), proxy(JobQueue.class))),
					converter, List.of());
			byte[] written = converter.write(Map.of("to", "Ada"));
			return jobs.publish("emails", Map.of("to", "Ada")).id() + " " + converter.read(written, Map.class);
		}

		private static <T> T proxy(Class<T> type) {
			return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
					(proxy, method, args) -> switch (method.getName()) {
						case "capabilities" -> Set.of(Capability.TYPE);
						case "publish" -> List.of(PublishResult.added("7"));
						default -> throw new UnsupportedOperationException(method.getName());
					}));
		}

	}

}
