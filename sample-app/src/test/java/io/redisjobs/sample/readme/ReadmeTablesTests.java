package io.redisjobs.sample.readme;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobProtocol;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The README's tables say what the code does.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE,
		properties = { "demo.tour=false", "redis-jobs.defaults.auto-startup=false" })
class ReadmeTablesTests {

	private static final List<String> CONTRACTS = List.of("bullmq", "omniq", "conveyor", "streams");

	private static final Map<String, String> PREFIXES = Map.of("application", "", "queues", "defaults.", "bullmq",
			"defaults.bullmq.", "omniq", "defaults.omniq.", "conveyor", "defaults.conveyor.", "streams",
			"defaults.streams.", "embedded", "embedded.");

	private final Document readme = new Document("README.md");

	@Autowired
	private List<JobProtocol> protocols;

	@Test
	void theTableOfContractsIsThatOfTheCode() {
		Map<String, JobProtocol> byId = this.protocols.stream()
			.collect(Collectors.toMap(JobProtocol::id, (protocol) -> protocol));
		List<String> rows = Arrays.stream(Capability.values())
			.map((capability) -> "| " + capability.description() + " (`" + capability.option() + "`) |"
					+ CONTRACTS.stream()
						.map((contract) -> byId.get(contract).capabilities().contains(capability) ? " yes |" : " - |")
						.collect(Collectors.joining()))
			.toList();
		assertThat(this.readme.between("capabilities")).isEqualTo(
				"| | BullMQ | OmniQ | Conveyor | Streams |\n|---|---|---|---|---|\n" + String.join("\n", rows) + "\n");
	}

	@Test
	void theTableOfPropertiesIsThatOfTheMetadata() throws IOException {
		Document configuration = new Document("docs/configuration.md");
		Map<String, String> stated = new TreeMap<>();
		PREFIXES.forEach((table, prefix) -> configuration.table(table)
			.forEach((row) -> stated.put("redis-jobs." + prefix + code(row.get(0)), row.get(1) + " " + row.get(2))));
		assertThat(stated).isEqualTo(metadata());
	}

	private static Map<String, String> metadata() throws IOException {
		Map<String, String> properties = new TreeMap<>();
		for (URL url : Collections.list(
				ReadmeTablesTests.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
			try (InputStream stream = url.openStream()) {
				for (JsonNode property : JsonMapper.shared().readTree(stream).path("properties")) {
					if (property.path("name").asString().startsWith("redis-jobs.")) {
						String value = property.path("defaultValue").asString("");
						properties.put(property.path("name").asString(), (value.isEmpty() ? "" : "`" + value + "`")
								+ " " + property.path("description").asString());
					}
				}
			}
		}
		return properties;
	}

	private static String code(String cell) {
		return cell.substring(cell.indexOf('`') + 1, cell.lastIndexOf('`'));
	}

}
