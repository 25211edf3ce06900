package io.redisjobs.autoconfigure.actuate;

import java.util.Map;
import java.util.TreeMap;

import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** Tells which queues the application has to do with, and which contract each speaks. */
public class JobsInfoContributor implements InfoContributor {

	private final KnownQueues queues;

	public JobsInfoContributor(KnownQueues queues) {
		this.queues = queues;
	}

	@Override
	public void contribute(Info.Builder builder) {
		Map<String, String> protocols = new TreeMap<>();
		this.queues.names().forEach((name) -> protocols.put(name, this.queues.get(name).protocol().id()));
		builder.withDetail("jobs", Map.of("queues", protocols));
	}

}
