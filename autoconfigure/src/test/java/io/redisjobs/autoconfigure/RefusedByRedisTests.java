package io.redisjobs.autoconfigure;

import java.time.Duration;
import java.util.Map;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.redisjobs.JobHandler;
import io.redisjobs.autoconfigure.actuate.JobsHealthIndicator;
import io.redisjobs.listener.ContainerState;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.test.RedisProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What somebody sees whose Redis answers, and refuses the password or the user. */
@ExtendWith(OutputCaptureExtension.class)
class RefusedByRedisTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String WRONG = "Redis does not accept the user name or the password";

	private static final String CHECK_PASSWORD = "Check spring.data.redis.username and spring.data.redis.password, "
			+ "or what your own connection factory is made from.";

	private static final String FORBIDDEN = "Redis does not allow its user to do this";

	private final RedisProcess redis = RedisProcess.start();

	private final Logger logger = (Logger) LoggerFactory.getLogger(JobContainer.class);

	@BeforeEach
	void showInformation() {
		this.logger.setLevel(Level.INFO);
	}

	@AfterEach
	void end() {
		this.logger.setLevel(null);
		this.redis.close();
	}

	private void user(String... rules) {
		try (Jedis jedis = this.redis.connect()) {
			jedis.aclSetUser("jobs", rules);
		}
	}

	private ApplicationContextRunner runner(String driver, String password) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class,
					RedisJobsAutoConfiguration.class, JobsActuatorAutoConfiguration.class))
			.withUserConfiguration(Mailer.class)
			.withPropertyValues("spring.data.redis.client-type=" + driver,
					"spring.data.redis.port=" + this.redis.port(), "spring.data.redis.username=jobs",
					"spring.data.redis.password=" + password);
	}

	private static FailureAnalysis analyze(Throwable failure) {
		FailureAnalysis analysis = new UnusableRedisFailureAnalyzer().analyze(failure);
		assertThat(analysis).isNotNull();
		return analysis;
	}

	private static void awaitState(ApplicationContext context, ContainerState state) {
		JobContainer container = context.getBean(JobContainerRegistry.class).get("emails").orElseThrow();
		await().atMost(PATIENCE).until(() -> container.state() == state);
	}

	private static void awaitOutput(CapturedOutput output, String... parts) {
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(output.getAll()).contains(parts));
	}

	@ParameterizedTest
	@ValueSource(strings = { "jedis", "lettuce" })
	void aWrongPasswordIsToldAtStartAndByTheContainerUntilItIsRight(String driver, CapturedOutput output) {
		user("on", ">right", "~*", "&*", "+@all");
		runner(driver, "wrong").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).contains(WRONG + " (", "WRONGPASS invalid username-password pair", CHECK_PASSWORD);
			awaitOutput(output, "Queue 'emails': cannot take jobs; trying again until it can (", "WRONGPASS",
					". " + WRONG + ". " + CHECK_PASSWORD);
			assertThat(context.getBean(JobsHealthIndicator.class).health()).satisfies((health) -> {
				assertThat(health.getStatus()).isEqualTo(Status.DOWN);
				assertThat(health.getDetails().get("redis")).asString().contains("WRONGPASS");
			});
			assertThat(output).doesNotContain("Redis does not answer");
			user(">wrong");
			awaitState(context, ContainerState.RUNNING);
			awaitOutput(output, "Queue 'emails': goes on after ");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "jedis", "lettuce" })
	void aWrongPasswordEndsTheStartIfItIsToFailFast(String driver) {
		user("on", ">right", "~*", "&*", "+@all");
		runner(driver, "wrong").withPropertyValues("redis-jobs.fail-fast=true").run((context) -> {
			FailureAnalysis analysis = analyze(context.getStartupFailure());
			assertThat(analysis.getDescription()).startsWith(WRONG + ": ").contains("WRONGPASS");
			assertThat(analysis.getAction()).isEqualTo(
					CHECK_PASSWORD + " With redis-jobs.fail-fast=false the application starts and keeps trying.");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "jedis", "lettuce" })
	void aPasswordThatIsMissingIsTold(String driver, CapturedOutput output) {
		try (Jedis jedis = this.redis.connect()) {
			jedis.configSet("requirepass", "secret");
		}
		runner(driver, "").withPropertyValues("spring.data.redis.username=").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output)
				.contains("Redis asks for a password and has got none (", "Set spring.data.redis.password,")
				.doesNotContain("Redis does not answer");
			awaitOutput(output, "). Redis asks for a password and has got none. Set spring.data.redis.password,");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "jedis", "lettuce" })
	void aPasswordThatIsChangedWhileTheApplicationRunsIsTold(String driver, CapturedOutput output) {
		user("on", ">right", "~*", "&*", "+@all");
		runner(driver, "right").run((context) -> {
			awaitState(context, ContainerState.RUNNING);
			assertThat(output).doesNotContain(WRONG);
			user("resetpass", ">other");
			try (Jedis jedis = this.redis.connect()) {
				jedis.sendCommand(Protocol.Command.CLIENT, "KILL", "USER", "jobs");
			}
			awaitState(context, ContainerState.DISCONNECTED);
			// Lettuce goes on connecting by itself, and tells the reason in its own log
			awaitOutput(output, driver.equals("jedis") ? "). " + WRONG + ". " + CHECK_PASSWORD : "WRONGPASS");
			user(">right");
			awaitState(context, ContainerState.RUNNING);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "jedis", "lettuce" })
	void aUserWhoMayRunNoScriptsIsToldAtStart(String driver, CapturedOutput output) {
		user("on", ">right", "~*", "&*", "+@all", "-evalsha", "-eval");
		runner(driver, "right").run((context) -> assertThat(output).contains(FORBIDDEN + " (", "NOPERM", "'evalsha'",
				"Extend the user's ACL rules by the command or the keys, redis-jobs:* among them"));
		runner(driver, "right").withPropertyValues("redis-jobs.fail-fast=true")
			.run((context) -> assertThat(analyze(context.getStartupFailure()).getDescription()).startsWith(FORBIDDEN));
	}

	@ParameterizedTest
	@ValueSource(strings = { "jedis", "lettuce" })
	void whatAScriptMayNotDoIsToldByTheContainer(String driver, CapturedOutput output) {
		user("on", ">right", "~*", "&*", "+@all", "-hget", "-hmget", "-exists", "-lmove", "-rpoplpush", "-zrange");
		runner(driver, "right").run((context) -> awaitOutput(output,
				"Queue 'emails': cannot take jobs; trying again until it can (", "). " + FORBIDDEN + ". Extend"));
	}

	static class Mailer {

		@JobHandler("emails")
		void send(Map<String, String> mail) {
		}

	}

}
