package io.redisjobs.lua;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@ExtendWith(TestRedis.class)
class LuaScriptTests {

	static Stream<String> scripts() throws IOException {
		List<String> names;
		try (Stream<Path> files = Files.walk(Path.of("src/main/resources/io/redisjobs/lua"), 2)) {
			names = files.filter((file) -> file.toString().endsWith(".lua"))
				.map((file) -> file.getParent().getFileName() + "/" + file.getFileName().toString().replace(".lua", ""))
				.sorted()
				.toList();
		}
		return names.stream();
	}

	private static LuaScript read(String path) {
		String[] parts = path.split("/");
		return LuaScript.read(parts[0], parts[1]);
	}

	@ParameterizedTest
	@MethodSource("scripts")
	void redisCompilesTheScript(String path) {
		try (Jedis jedis = TestRedis.connect()) {
			assertThat(jedis.scriptLoad(read(path).text())).hasSize(40);
		}
	}

	@ParameterizedTest
	@MethodSource("scripts")
	void noIncludeIsLeftAndNoCommentIsSent(String path) {
		assertThat(read(path).text().lines()).noneMatch((line) -> line.strip().startsWith("--"));
	}

	@Test
	void aScriptThatDoesNotExistIsNamed() {
		assertThatIllegalArgumentException().isThrownBy(() -> LuaScript.read("bullmq", "fly"))
			.withMessage("There is no script bullmq/fly.lua");
	}

}
