package io.redisjobs.protocol.streams;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.redisjobs.JobState;
import io.redisjobs.protocol.QueueSnapshot;
import io.redisjobs.redis.Reply;
import org.jspecify.annotations.Nullable;

/** Reads how a queue and its stream are. */
final class StreamsSnapshots {

	private static final int COUNTED_ONE_BY_ONE = 10_000;

	private static final int GROUP_VALUES = 4;

	private final StreamsBinding binding;

	private final StreamsScripts scripts;

	StreamsSnapshots(StreamsBinding binding, StreamsScripts scripts) {
		this.binding = binding;
		this.scripts = scripts;
	}

	QueueSnapshot inspect() {
		Reply reply = this.scripts.inspect(COUNTED_ONE_BY_ONE);
		long later = reply.number(3);
		long due = reply.number(4);
		Map<JobState, Long> counts = new EnumMap<>(JobState.class);
		counts.put(JobState.WAITING, reply.number(1) + due);
		counts.put(JobState.ACTIVE, Math.max(0, reply.number(2) - later - due));
		counts.put(JobState.DELAYED, later);
		if (this.binding.settings().failuresTo() == null) {
			counts.put(JobState.FAILED, reply.number(5));
		}
		return new QueueSnapshot(reply.number(0) == 1, counts, oldest(reply.text(6), reply.text(7)));
	}

	private static @Nullable Instant oldest(String unread, String due) {
		Instant published = EntryId.time(unread);
		Instant again = due.isEmpty() ? null : Instant.ofEpochMilli((long) Double.parseDouble(due));
		if (published == null || again == null) {
			return (published != null) ? published : again;
		}
		return again.isBefore(published) ? again : published;
	}

	StreamStatistics statistics() {
		Reply reply = this.scripts.measure();
		Reply flat = reply.nested(2);
		List<StreamStatistics.Group> groups = new ArrayList<>(flat.size() / GROUP_VALUES);
		for (int i = 0; i < flat.size(); i += GROUP_VALUES) {
			groups.add(new StreamStatistics.Group(flat.text(i), flat.number(i + 1), flat.number(i + 2),
					flat.number(i + 3)));
		}
		ServerInfo memory = new ServerInfo(reply.text(1));
		return new StreamStatistics(this.binding.keys().streamName(), reply.number(0), memory.number("used_memory"),
				memory.number("maxmemory"), groups);
	}

}
