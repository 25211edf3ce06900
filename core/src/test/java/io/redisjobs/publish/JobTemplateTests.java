package io.redisjobs.publish;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import com.google.protobuf.StringValue;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.PublishedJob;
import io.redisjobs.UnsupportedJobOptionException;
import io.redisjobs.convert.JsonPayloadConverter;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.PublishResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/** Tests what the template makes of payloads and options before a queue gets them. */
class JobTemplateTests {

	private final List<NewJob> jobs = new ArrayList<>();

	private final JobQueue queue = mock();

	private JobTemplate template(Set<Capability> capabilities) {
		given(this.queue.publish(anyList())).willAnswer((call) -> {
			List<NewJob> batch = call.getArgument(0);
			this.jobs.addAll(batch);
			return IntStream.range(0, batch.size()).mapToObj((i) -> PublishResult.added("" + i)).toList();
		});
		JobProtocol protocol = mock();
		given(protocol.id()).willReturn("some");
		given(protocol.capabilities()).willReturn(capabilities);
		return new JobTemplate(new JobQueues((name) -> new OpenQueue(name, protocol, this.queue)),
				new JsonPayloadConverter(new JsonMapper()), List.of());
	}

	private List<@Nullable String> names() {
		return this.jobs.stream().map((job) -> job.options().name()).toList();
	}

	@Test
	void everyJobOfABatchStartsWithoutOptions() {
		List<Boolean> fresh = new ArrayList<>();
		template(EnumSet.of(Capability.NAME)).publishAll("emails", List.of(1, 2, 3), (options) -> {
			fresh.add(options.name() == null);
			options.name("mail");
		});
		assertThat(fresh).containsExactly(true, true, true);
		assertThat(names()).containsExactly("mail", "mail", "mail");
	}

	@Test
	void aCustomizerThatKeepsTheOptionsOfOneJobCannotChangeThemWithTheNext() {
		List<JobOptions> kept = new ArrayList<>();
		template(EnumSet.of(Capability.NAME)).publishAll("emails", List.of(1, 2, 3), (options) -> {
			kept.forEach((earlier) -> earlier.name("changed").priority(7));
			kept.add(options.name("job " + kept.size()));
		});
		assertThat(names()).containsExactly("job 0", "job 1", "job 2");
		assertThat(this.jobs).extracting((job) -> job.options().priority()).containsOnlyNulls();
	}

	@Test
	void optionsThatAreChangedAfterPublishingChangeNothing() {
		List<JobOptions> kept = new ArrayList<>();
		template(EnumSet.of(Capability.NAME)).publish("emails", 1, (options) -> kept.add(options.name("before")));
		kept.get(0).name("after").id("late");
		assertThat(names()).containsExactly("before");
		assertThat(this.jobs.get(0).options().id()).isNull();
	}

	@Test
	void jobsThatAreMadeOfTheSameOptionsHaveTheirOwn() {
		JobOptions shared = new JobOptions().name("shared");
		NewJob first = new NewJob(new byte[0], shared);
		NewJob second = new NewJob(new byte[0], shared);
		first.options().traceContext("of the first");
		shared.name("changed");
		assertThat(second.options().traceContext()).isNull();
		assertThat(first.options().name()).isEqualTo("shared");
		assertThat(second.options().name()).isEqualTo("shared");
	}

	@Test
	void everyPayloadIsCheckedBeforeTheFirstOneIsSent() {
		JobTemplate template = template(Set.of());
		assertThatExceptionOfType(JobRefusedException.class)
			.isThrownBy(() -> template.publishAll("emails", List.of(1, new Object() {

				public Object getSelf() {
					return this;
				}

			})))
			.withMessageStartingWith("Queue 'emails': ");
		assertThatExceptionOfType(UnsupportedJobOptionException.class)
			.isThrownBy(() -> template.publishAll("emails", List.of(1, 2), (options) -> options.name("mail")));
		assertThat(this.jobs).isEmpty();
	}

	@Test
	void aPayloadThatHasATypeOfItsOwnGivesItToJobsThatNameNone() {
		JobTemplate template = template(EnumSet.of(Capability.TYPE, Capability.NAME));
		template.publish("emails", StringValue.of("a"));
		template.publish("emails", StringValue.of("a"), (options) -> options.type("own"));
		template.publish("emails", StringValue.of("a"), (options) -> options.name("named"));
		template.publish("emails", "a");
		assertThat(this.jobs).extracting((job) -> job.options().type())
			.containsExactly("google.protobuf.StringValue", "own", null, null);
	}

	@Test
	void aPayloadThatHasATypeOfItsOwnIsTakenWhereJobsHaveNone() {
		template(Set.of()).publish("emails", StringValue.of("a"));
		assertThat(this.jobs).singleElement().satisfies((job) -> assertThat(job.options().type()).isNull());
	}

	@Test
	void aRefusalTellsWhichJobItIsAbout() {
		JobTemplate template = template(Set.of());
		given(this.queue.publish(anyList()))
			.willReturn(List.of(PublishResult.added("1"), PublishResult.refused("no room")));
		assertThatExceptionOfType(JobRefusedException.class)
			.isThrownBy(() -> template.publishAll("emails", List.of(1, 2)))
			.withMessage("Queue 'emails': job 2 of 2 was refused: no room");
	}

	@Test
	void aJobThatStandsForTheNewOneIsTold() {
		JobTemplate template = template(Set.of());
		given(this.queue.publish(anyList())).willReturn(
				List.of(PublishResult.duplicate("1"), PublishResult.deduplicated("2"), PublishResult.added("3")));
		assertThat(template.publishAll("emails", List.of(1, 2, 3))).containsExactly(
				new PublishedJob("emails", "1", false), new PublishedJob("emails", "2", false),
				new PublishedJob("emails", "3", true));
	}

}
