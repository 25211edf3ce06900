package io.redisjobs.protocol;

import java.io.IOException;
import java.util.Collection;
import java.util.Objects;
import java.util.stream.Stream;

import io.redisjobs.protocol.bullmq.BullmqScripts;
import io.redisjobs.protocol.conveyor.ConveyorScripts;
import io.redisjobs.protocol.omniq.OmniqScripts;
import io.redisjobs.protocol.streams.StreamsScripts;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;

/** A contract names all scripts of its folder, and no other. */
class ScriptNamesTests {

	static Stream<Arguments> contracts() {
		return Stream.of(Arguments.of("bullmq", BullmqScripts.NAMES), Arguments.of("conveyor", ConveyorScripts.NAMES),
				Arguments.of("omniq", OmniqScripts.NAMES), Arguments.of("streams", StreamsScripts.NAMES));
	}

	@ParameterizedTest
	@MethodSource("contracts")
	void theNamesAreThoseOfTheFolder(String contract, Collection<String> names) throws IOException {
		Resource[] files = new PathMatchingResourcePatternResolver()
			.getResources("classpath*:io/redisjobs/lua/" + contract + "/*.lua");
		assertThat(Stream.of(files).map((file) -> Objects.requireNonNull(file.getFilename()).replace(".lua", "")))
			.containsExactlyInAnyOrderElementsOf(names);
	}

}
