package io.redisjobs.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.redisjobs.annotation.JobEndpoint;
import io.redisjobs.annotation.JobHandlerConfigurer;
import io.redisjobs.publish.JobTemplate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the embedded server is there for as long as its application, and no longer,
 * whoever ends whom.
 */
@EnabledOnOs(OS.LINUX)
@ExtendWith(OutputCaptureExtension.class)
class EmbeddedRedisProcessTests {

	/** Far from what an application that gives up waiting would take. */
	private static final long SOON = 60;

	@TempDir
	Path folder;

	private final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(
			AutoConfigurations.of(EmbeddedRedisAutoConfiguration.class, DataRedisAutoConfiguration.class));

	@ParameterizedTest
	@ValueSource(strings = { "setsid", "perl" })
	void controlCReachesTheApplicationAlone(String installed) throws Exception {
		assertThat(outputAfterControlC(installed, true)).doesNotContain("ended by itself", "cannot complete");
	}

	@Test
	void controlCThatReachesTheServerTooEndsTheApplicationAsSoon() throws Exception {
		assertThat(outputAfterControlC("env", false))
			.contains("ended by itself (exit code 0) and was started again with its data");
	}

	private String outputAfterControlC(String installed, boolean serverStays) throws Exception {
		try (ForkedApplication application = ForkedApplication.start(this.folder, path(installed))) {
			awaitJob(application);
			ProcessHandle redis = application.redis();
			application.signalGroup("INT");
			await().until(() -> redis.isAlive() == serverStays);
			application.endJob();
			assertThat(application.exitCode(SOON)).isEqualTo(130);
			assertThatTheJobIsWritten();
			return application.output();
		}
	}

	@Test
	void aServerThatIsEndedTogetherWithItsApplicationIsThereUntilTheJobIsWritten() throws Exception {
		try (ForkedApplication application = ForkedApplication.start(this.folder, System.getenv("PATH"))) {
			awaitJob(application);
			ProcessHandle redis = application.redis();
			application.signalGroup("TERM");
			ForkedApplication.signal("TERM", String.valueOf(redis.pid()));
			await().until(() -> !redis.isAlive());
			application.endJob();
			assertThat(application.exitCode(SOON)).isEqualTo(143);
			assertThat(application.output()).contains("ended by itself (exit code 0) and was started again");
		}
		assertThatTheJobIsWritten();
	}

	@ParameterizedTest
	@ValueSource(strings = { "setsid", "perl", "env" })
	void anApplicationThatIsKilledTakesItsServerAlong(String installed) throws Exception {
		try (ForkedApplication application = ForkedApplication.start(this.folder, path(installed))) {
			awaitJob(application);
			ProcessHandle redis = application.redis();
			assertThat(redis.isAlive()).isTrue();
			application.kill();
			try {
				await().until(() -> !redis.isAlive());
			}
			finally {
				redis.destroyForcibly();
			}
		}
	}

	@Test
	void anApplicationThatIsKilledLeavesNoTemporaryFiles() throws Exception {
		Path temporary = Files.createDirectory(this.folder.resolve("temporary"));
		try (ForkedApplication application = ForkedApplication.startTemporary(this.folder, temporary)) {
			awaitJob(application);
			ProcessHandle redis = application.redis();
			assertThat(temporary).isNotEmptyDirectory();
			application.kill();
			try {
				await().untilAsserted(() -> assertThat(temporary).isEmptyDirectory());
				await().until(() -> !redis.isAlive());
			}
			finally {
				redis.destroyForcibly();
			}
		}
	}

	@Test
	void aServerThatIsKilledIsStartedAgainWithItsData(CapturedOutput output) {
		this.runner.run((context) -> {
			StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
			redis.opsForValue().set("key", "value");
			ProcessHandle server = server(redis);
			server.destroyForcibly();
			await().ignoreExceptions().until(() -> "value".equals(redis.opsForValue().get("key")));
			assertThat(server.isAlive()).isFalse();
			await().untilAsserted(() -> assertThat(output)
				.contains("ended by itself (exit code 137) and was started again with its data"));
		});
	}

	@Test
	void aServerWhoseShellIsKilledIsStartedAgainAndThereIsOne() {
		this.runner.run((context) -> {
			StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
			redis.opsForValue().set("key", "value");
			ProcessHandle server = server(redis);
			server.parent().orElseThrow().destroyForcibly();
			await().ignoreExceptions()
				.until(() -> !server(redis).equals(server) && "value".equals(redis.opsForValue().get("key")));
			assertThat(server.isAlive()).isFalse();
		});
	}

	@Test
	void aServerThatEndsAgainAndAgainIsGivenUpAndSaysSo(CapturedOutput output) {
		this.runner.run((context) -> {
			killUntilGivenUp(context.getBean(StringRedisTemplate.class));
			await().untilAsserted(() -> assertThat(output).contains("is not started again",
					"Jobs are neither published nor run until the application is"));
		});
	}

	private static void killUntilGivenUp(StringRedisTemplate redis) {
		for (int end = 1; end <= 6; end++) {
			ProcessHandle server = await().ignoreExceptions().until(() -> server(redis), ProcessHandle::isAlive);
			server.destroyForcibly();
			await().until(() -> !server.isAlive());
		}
	}

	@Test
	void anApplicationWhoseServerIsGoneForGoodEndsAtOnceAlthoughAJobCannotBeWritten(CapturedOutput output) {
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		JobHandlerConfigurer handlers = (endpoints) -> endpoints.accept(JobEndpoint.of("work", "", (job) -> {
			begun.countDown();
			return end.await(SOON, TimeUnit.SECONDS);
		}));
		long[] closing = new long[1];
		this.runner.withConfiguration(AutoConfigurations.of(RedisJobsAutoConfiguration.class))
			.withBean(JobHandlerConfigurer.class, () -> handlers)
			.withPropertyValues("redis-jobs.defaults.shutdown-timeout=10m")
			.run((context) -> {
				context.getBean(JobTemplate.class).publish("work", Map.of("number", 1));
				assertThat(begun.await(SOON, TimeUnit.SECONDS)).isTrue();
				killUntilGivenUp(context.getBean(StringRedisTemplate.class));
				await().untilAsserted(() -> assertThat(output).contains("is not started again"));
				end.countDown();
				closing[0] = System.nanoTime();
			});
		assertThat(Duration.ofNanos(System.nanoTime() - closing[0])).isLessThan(Duration.ofSeconds(SOON));
	}

	@Test
	void nothingIsLeftWhenTheContextIsClosed() {
		ProcessHandle[] processes = new ProcessHandle[2];
		this.runner.run((context) -> {
			processes[0] = server(context.getBean(StringRedisTemplate.class));
			processes[1] = processes[0].parent().orElseThrow();
		});
		assertThat(processes).noneMatch(ProcessHandle::isAlive);
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(SOON));
	}

	private static void awaitJob(ForkedApplication application) {
		await().untilAsserted(() -> assertThat(application.output()).contains(ForkedApplication.RUNNING));
	}

	private void assertThatTheJobIsWritten() {
		this.runner.withPropertyValues("redis-jobs.embedded.directory=" + this.folder.resolve("data"))
			.run((context) -> assertThat(
					context.getBean(StringRedisTemplate.class).opsForZSet().zCard("bull:work:completed"))
				.isEqualTo(1));
	}

	private static ProcessHandle server(StringRedisTemplate redis) {
		String pid = redis.execute((connection) -> connection.serverCommands().info("server"), true)
			.getProperty("process_id");
		return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
	}

	/** A folder with one program beside the few that everybody has, as the path. */
	private String path(String installed) throws IOException {
		Path bin = Files.createDirectory(this.folder.resolve("bin"));
		for (String program : List.of("sh", "sleep", "uname", installed)) {
			Path found = Arrays.stream(System.getenv("PATH").split(":"))
				.map((place) -> Path.of(place, program))
				.filter(Files::isExecutable)
				.findFirst()
				.orElseThrow();
			Path script = Files.writeString(bin.resolve(program), "#!/bin/sh\nexec " + found + " \"$@\"\n");
			assertThat(script.toFile().setExecutable(true)).isTrue();
		}
		return bin.toString();
	}

}
