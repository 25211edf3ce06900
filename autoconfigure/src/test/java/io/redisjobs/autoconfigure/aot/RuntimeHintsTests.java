package io.redisjobs.autoconfigure.aot;

import java.lang.reflect.Method;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;

import io.redisjobs.JobContext;
import io.redisjobs.JobHandler;
import io.redisjobs.autoconfigure.BullmqProperties;
import io.redisjobs.autoconfigure.ConveyorProperties;
import io.redisjobs.autoconfigure.OmniqProperties;
import io.redisjobs.autoconfigure.QueueProperties;
import io.redisjobs.autoconfigure.StreamRoute;
import io.redisjobs.autoconfigure.StreamsProperties;
import org.junit.jupiter.api.Test;

import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.aot.AotServices;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.javapoet.ClassName;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests what a native image is told. */
class RuntimeHintsTests {

	@Test
	void everyScriptIsInTheImage() throws IOException {
		RuntimeHints hints = new RuntimeHints();
		new JobsRuntimeHints().registerHints(hints, getClass().getClassLoader());
		Resource[] scripts = new PathMatchingResourcePatternResolver()
			.getResources("classpath*:io/redisjobs/lua/**/*.lua");
		assertThat(scripts).hasSizeGreaterThan(20);
		for (Resource script : scripts) {
			String path = script.getURL().toString().replaceFirst(".*(io/redisjobs/lua/)", "$1");
			assertThat(RuntimeHintsPredicates.resource().forResource(path)).as(path).accepts(hints);
		}
	}

	@Test
	void settingsCanBeReadAndWritten() {
		RuntimeHints hints = new RuntimeHints();
		new JobsRuntimeHints().registerHints(hints, getClass().getClassLoader());
		assertThat(RuntimeHintsPredicates.reflection()
			.onType(QueueProperties.class)
			.withMemberCategories(MemberCategory.INVOKE_PUBLIC_METHODS, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS))
			.accepts(hints);
		for (Class<?> group : List.of(BullmqProperties.class, ConveyorProperties.class, OmniqProperties.class,
				StreamsProperties.class, StreamRoute.class)) {
			for (Method method : group.getMethods()) {
				if (method.getName().startsWith("set")) {
					assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(method)).as(method.toString())
						.accepts(hints);
				}
			}
		}
	}

	@Test
	void theNodesThatLettuceDoesNotTellCanBeRead() throws NoSuchFieldException {
		RuntimeHints hints = new RuntimeHints();
		new JobsRuntimeHints().registerHints(hints, getClass().getClassLoader());
		assertThat(RuntimeHintsPredicates.reflection()
			.onFieldAccess(LettuceConnectionFactory.class.getDeclaredField("configuration"))).accepts(hints);
	}

	@Test
	void handlersCanBeCalledAndTheirPayloadsAndResultsConverted() throws NoSuchMethodException {
		GenericApplicationContext context = new GenericApplicationContext();
		context.registerBean(Renderer.class);
		DefaultGenerationContext generation = new DefaultGenerationContext(
				new ClassNameGenerator(ClassName.get(RuntimeHintsTests.class)), new InMemoryGeneratedFiles());
		new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
		RuntimeHints hints = generation.getRuntimeHints();
		assertThat(RuntimeHintsPredicates.reflection()
			.onMethodInvocation(Renderer.class.getDeclaredMethod("render", List.class, JobContext.class)))
			.accepts(hints);
		for (Class<?> type : List.of(Scene.class, Light.class, Video.class)) {
			assertThat(RuntimeHintsPredicates.reflection()
				.onType(type)
				.withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)).as(type.getSimpleName())
				.accepts(hints);
		}
	}

	@Test
	void theProcessorIsFound() {
		assertThat(AotServices.factories().load(BeanRegistrationAotProcessor.class))
			.hasAtLeastOneElementOfType(JobHandlerAotProcessor.class);
	}

	static class Renderer {

		@VideoHandler
		Video render(List<Scene> scenes, JobContext job) {
			return new Video("none");
		}

	}

	/** An annotation composed of another one. */
	@Retention(RetentionPolicy.RUNTIME)
	@JobHandler("videos")
	@interface VideoHandler {

	}

	record Scene(String title, Light light) {

	}

	record Light(int lumen) {

	}

	record Video(String url) {

	}

}
