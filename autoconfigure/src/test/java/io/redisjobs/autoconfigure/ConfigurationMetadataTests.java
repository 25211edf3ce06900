package io.redisjobs.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.net.URL;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests what editors know of the properties. */
class ConfigurationMetadataTests {

	private final List<JsonNode> properties = new ArrayList<>();

	private final List<JsonNode> hints = new ArrayList<>();

	ConfigurationMetadataTests() throws IOException {
		Enumeration<URL> files = getClass().getClassLoader()
			.getResources("META-INF/spring-configuration-metadata.json");
		while (files.hasMoreElements()) {
			try (InputStream stream = files.nextElement().openStream()) {
				JsonNode metadata = new JsonMapper().readTree(stream);
				metadata.path("properties").forEach(this.properties::add);
				metadata.path("hints").forEach(this.hints::add);
			}
		}
		this.properties.removeIf((property) -> !property.path("name").asString().startsWith("redis-jobs."));
	}

	@Test
	void everyPropertyIsDescribedInASentence() {
		assertThat(this.properties).extracting((property) -> property.path("name").asString())
			.contains("redis-jobs.strict", "redis-jobs.auto-startup", "redis-jobs.defaults.protocol",
					"redis-jobs.queues", "redis-jobs.embedded.directory");
		assertThat(this.properties).allSatisfy(
				(property) -> assertThat(property.path("description").asString("")).as(property.path("name").asString())
					.endsWith("."));
	}

	@Test
	void editorsOfferTheContracts() {
		assertThat(this.hints).filteredOn((hint) -> hint.path("name").asString().equals("redis-jobs.defaults.protocol"))
			.singleElement()
			.satisfies((hint) -> assertThat(hint.path("values").findValuesAsString("value")).containsExactly("bullmq",
					"omniq", "conveyor", "streams"));
	}

}
