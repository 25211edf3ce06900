package io.redisjobs.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

class OutageTests {

	private final Logger logger = (Logger) LoggerFactory.getLogger(JobContainer.class);

	private final ListAppender<ILoggingEvent> said = new ListAppender<>();

	private long nanos = Duration.ofDays(1).toNanos();

	private final List<ContainerState> states = new ArrayList<>();

	private final Outage outage = new Outage("mails", (state, reason) -> this.states.add(state), () -> this.nanos);

	@BeforeEach
	void listen() {
		this.said.start();
		this.logger.setLevel(Level.INFO);
		this.logger.addAppender(this.said);
	}

	@AfterEach
	void stopListening() {
		this.logger.detachAppender(this.said);
		this.logger.setLevel(null);
	}

	private List<String> said() {
		return this.said.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
	}

	@Test
	void anOutageIsLoggedOnceAndSoIsItsEnd() {
		for (int i = 0; i < 100; i++) {
			this.outage.callFailed("take jobs", new IllegalStateException("gone"));
		}
		this.outage.callSucceeded();
		this.outage.callSucceeded();
		assertThat(said()).containsExactly(
				"Queue 'mails': cannot take jobs; trying again until it can (IllegalStateException: gone)",
				"Queue 'mails': goes on after 100 failed calls");
		assertThat(this.states).containsExactly(ContainerState.DISCONNECTED, ContainerState.RUNNING);
	}

	@Test
	void whatRedisRefusesIsToldWithWhatToDo() {
		this.outage.callFailed("take jobs", new IllegalStateException(
				new IllegalStateException("WRONGPASS invalid username-password pair or user is disabled.")));
		assertThat(said()).containsExactly("Queue 'mails': cannot take jobs; trying again until it can "
				+ "(IllegalStateException: WRONGPASS invalid username-password pair or user is disabled.). "
				+ "Redis does not accept the user name or the password. "
				+ "Check spring.data.redis.username and spring.data.redis.password, "
				+ "or what your own connection factory is made from.");
		assertThat(this.states).containsExactly(ContainerState.DISCONNECTED);
	}

	@Test
	void whatStaysIsToldOnceAndDoesNotEnd() {
		for (int i = 0; i < 3; i++) {
			this.outage.callFailed("take jobs", new NoClassDefFoundError("redis/clients/jedis/Nowhere"));
			this.outage.callSucceeded();
		}
		assertThat(said()).hasSize(1)
			.first()
			.asString()
			.startsWith("Queue 'mails': cannot take jobs, and trying again does not help: a library does not fit "
					+ "(NoClassDefFoundError: redis/clients/jedis/Nowhere; redis.clients.jedis.Nowhere is missing");
		assertThat(this.states).containsExactly(ContainerState.FAILED);
	}

	@Test
	void theSameCauseIsNotLoggedAgainAndAgain() {
		for (int i = 0; i < 10; i++) {
			this.outage.callFailed("take jobs", new IllegalStateException("gone"));
			this.outage.callSucceeded();
		}
		assertThat(said()).hasSize(2);
		this.outage.callFailed("take jobs", new IllegalStateException("another"));
		assertThat(said()).hasSize(3);
	}

	@Test
	void causesThatTakeTurnsAreLoggedOnceEach() {
		for (int i = 0; i < 10; i++) {
			this.outage.callFailed("take jobs", new IllegalStateException((i % 2 == 0) ? "refused" : "reset"));
		}
		this.outage.callSucceeded();
		assertThat(said()).containsExactly(
				"Queue 'mails': cannot take jobs; trying again until it can (IllegalStateException: refused)",
				"Queue 'mails': cannot take jobs; trying again until it can (IllegalStateException: reset)",
				"Queue 'mails': goes on after 10 failed calls");
	}

	@Test
	void anOutageThatBeginsSoonAfterAnotherIsLoggedIfItLasts() {
		this.outage.callFailed("take jobs", new IllegalStateException("gone"));
		this.outage.callSucceeded();
		this.outage.callFailed("take jobs", new IllegalStateException("gone"));
		assertThat(said()).hasSize(2);
		this.nanos += Duration.ofSeconds(61).toNanos();
		this.outage.callFailed("take jobs", new IllegalStateException("gone"));
		this.outage.callSucceeded();
		assertThat(said()).hasSize(4)
			.endsWith("Queue 'mails': cannot take jobs; trying again until it can (IllegalStateException: gone)",
					"Queue 'mails': goes on after 2 failed calls");
	}

	@Test
	void pausesGrowUpToFiveSeconds() {
		List<Duration> pauses = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			pauses.add(this.outage.callFailed("take jobs", new IllegalStateException("gone")));
		}
		assertThat(pauses).startsWith(Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(400));
		assertThat(pauses.get(9)).isEqualTo(Duration.ofSeconds(5));
	}

}
