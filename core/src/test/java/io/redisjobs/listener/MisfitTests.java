package io.redisjobs.listener;

import java.util.List;
import java.util.concurrent.CountDownLatch;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.redisjobs.listener.FakeJobQueue.Verb;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.RedisSystemException;

import static org.assertj.core.api.Assertions.assertThat;

/** What a container does whose calls fail for a library that does not fit. */
class MisfitTests {

	private final Logger logger = (Logger) LoggerFactory.getLogger(JobContainer.class);

	private final ListAppender<ILoggingEvent> said = new ListAppender<>();

	private final ContainerFixture fixture = new ContainerFixture();

	@BeforeEach
	void listen() {
		this.said.start();
		this.logger.addAppender(this.said);
	}

	@AfterEach
	void stop() {
		this.fixture.close();
		this.logger.detachAppender(this.said);
	}

	private List<String> errors() {
		return List.copyOf(this.said.list)
			.stream()
			.filter((event) -> event.getLevel() == Level.ERROR)
			.map(ILoggingEvent::getFormattedMessage)
			.toList();
	}

	private static RuntimeException misfit() {
		return new RedisSystemException("Unknown", new IllegalStateException(
				new NoSuchMethodError("'void org.springframework.data.redis.connection.RedisConnection.odd()'")));
	}

	@ParameterizedTest
	@EnumSource(value = Verb.class, names = { "RESERVE", "MAINTAIN" })
	void theContainerStopsAndSaysWhatDoesNotFit(Verb verb) {
		this.fixture.queue.before(verb, (ids) -> {
			throw misfit();
		});
		JobContainer container = this.fixture.start(2);
		this.fixture.awaitUntil(() -> container.state() == ContainerState.FAILED);
		assertThat(container.isRunning()).isFalse();
		assertThat(errors()).hasSize(1)
			.first()
			.asString()
			.startsWith("Queue 'fake': cannot ")
			.contains("trying again does not help: a library does not fit (NoSuchMethodError: ",
					"RedisConnection is from spring-data-redis-")
			.doesNotContain("trying again until it can");
		this.fixture.awaitUntil(() -> this.fixture.monitor.states.contains(ContainerState.FAILED));
		assertThat(this.fixture.monitor.reasons).isNotEmpty();
		assertThat(this.fixture.monitor.states).doesNotContain(ContainerState.DISCONNECTED, ContainerState.STOPPED);
	}

	@Test
	void resultsThatCannotBeWrittenForItStopTheContainerToo() {
		this.fixture.queue.before(Verb.COMPLETE, (ids) -> {
			throw misfit();
		});
		this.fixture.add("job-1");
		JobContainer container = this.fixture.start(1);
		this.fixture.awaitUntil(() -> container.state() == ContainerState.FAILED);
		assertThat(errors()).anyMatch((line) -> line.contains("cannot complete jobs, and trying again does not help"));
	}

	@Test
	void failuresThatCannotBeWrittenForItStopTheContainerToo() {
		this.fixture.queue.before(Verb.FAIL, (ids) -> {
			throw misfit();
		});
		this.fixture.add("job-1");
		JobContainer container = this.fixture.start(1, (job) -> {
			throw new IllegalStateException("boom");
		});
		this.fixture.awaitUntil(() -> container.state() == ContainerState.FAILED);
		assertThat(this.fixture.monitor.lost).containsExactly("job-1");
	}

	@Test
	void aStartTriesAgain() {
		this.fixture.queue.before(Verb.RESERVE, (ids) -> {
			throw misfit();
		});
		JobContainer container = this.fixture.start(1);
		this.fixture.awaitUntil(() -> container.state() == ContainerState.FAILED);
		this.fixture.queue.before(Verb.RESERVE, (ids) -> {
		});
		container.start();
		this.fixture.add("job-1");
		this.fixture.awaitUntil(() -> this.fixture.queue.completed.contains("job-1"));
		container.stop();
		assertThat(container.state()).isEqualTo(ContainerState.STOPPED);
	}

	@Test
	void oneThatHasFailedAndIsStoppedOnPurposeIsNoFailureAnyMore() {
		this.fixture.queue.before(Verb.RESERVE, (ids) -> {
			throw misfit();
		});
		JobContainer container = this.fixture.start(1);
		this.fixture.awaitUntil(() -> container.state() == ContainerState.FAILED);
		container.stop();
		assertThat(container.state()).isEqualTo(ContainerState.STOPPED);
		assertThat(this.fixture.monitor.states).endsWith(ContainerState.FAILED, ContainerState.STOPPED);
	}

	@Test
	void whatRunsWhenItFailsIsWrittenAndNotTakenFromIt() throws InterruptedException {
		CountDownLatch failed = new CountDownLatch(1);
		for (int i = 0; i < 3; i++) {
			this.fixture.add("job-" + i);
		}
		CountDownLatch running = new CountDownLatch(3);
		JobContainer container = this.fixture.start(5, (job) -> {
			running.countDown();
			failed.await();
			return null;
		});
		running.await();
		this.fixture.queue.before(Verb.RESERVE, (ids) -> {
			throw misfit();
		});
		this.fixture.add("job-3");
		this.fixture.awaitUntil(() -> container.state() == ContainerState.STOPPING);
		failed.countDown();
		this.fixture.awaitUntil(() -> container.state() == ContainerState.FAILED);
		assertThat(this.fixture.queue.completed).contains("job-0", "job-1", "job-2");
		assertThat(this.fixture.monitor.lost).isEmpty();
	}

	@Test
	void aHandlerWithALibraryThatDoesNotFitFailsItsJobAndNothingElse() {
		this.fixture.add("job-1");
		JobContainer container = this.fixture.start(1, (job) -> {
			throw new NoClassDefFoundError("com/acme/Missing");
		});
		this.fixture.awaitUntil(() -> this.fixture.queue.failed.contains("job-1"));
		assertThat(container.state()).isEqualTo(ContainerState.RUNNING);
	}

}
