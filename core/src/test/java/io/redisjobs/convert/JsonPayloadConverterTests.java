package io.redisjobs.convert;

import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import com.google.protobuf.StringValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.ParameterizedTypeReference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class JsonPayloadConverterTests {

	private final JsonPayloadConverter converter = new JsonPayloadConverter(new JsonMapper());

	private Object read(String json, Type type) {
		return this.converter.read(json.getBytes(StandardCharsets.UTF_8), type);
	}

	private String write(Object value) {
		return new String(this.converter.write(value), StandardCharsets.UTF_8);
	}

	@Test
	void whateverAMethodDeclaresIsRead() {
		assertThat(read("{\"name\":\"a\",\"sizes\":[1,2]}", Order.class)).isEqualTo(new Order("a", List.of(1, 2)));
		assertThat(read("{\"a\":1}", Map.class)).isEqualTo(Map.of("a", 1));
		assertThat(read("[{\"name\":\"a\"}]", new ParameterizedTypeReference<List<Order>>() {
		}.getType())).isEqualTo(List.of(new Order("a", null)));
		assertThat(((JsonNode) read("{\"a\":[true]}", JsonNode.class)).at("/a/0").asBoolean()).isTrue();
		assertThat(read("7", int.class)).isEqualTo(7);
		assertThat(read("null", Order.class)).isNull();
		assertThat((byte[]) read("{ }", byte[].class)).isEqualTo("{ }".getBytes());
	}

	@Test
	void textIsTheContentOfAJsonStringAndOtherwiseTheJsonItself() {
		assertThat(read("\"h\\u00e4\"", String.class)).isEqualTo("hä");
		assertThat(read("{\"a\":1}", String.class)).isEqualTo("{\"a\":1}");
		assertThat(read("\"broken", String.class)).isEqualTo("\"broken");
	}

	@Test
	void valuesBecomeJsonAndBytesStayAsTheyAre() {
		assertThat(write(null)).isEqualTo("null");
		assertThat(write("hä")).isEqualTo("\"hä\"");
		assertThat(write(new Order("a", List.of()))).isEqualTo("{\"name\":\"a\",\"sizes\":[]}");
		assertThat(write("raw".getBytes())).isEqualTo("raw");
	}

	@Test
	void aProtobufMessageIsItsOwnEncoding() {
		StringValue message = StringValue.of("hello");
		assertThat(this.converter.write(message)).isEqualTo(message.toByteArray());
		assertThat(this.converter.read(message.toByteArray(), StringValue.class)).isEqualTo(message);
		assertThatExceptionOfType(PayloadMismatchException.class)
			.isThrownBy(() -> this.converter.read("{\"a\":1}".getBytes(), StringValue.class));
	}

	@Test
	void aPayloadThatDoesNotFitSaysWhere() {
		assertThatExceptionOfType(PayloadMismatchException.class)
			.isThrownBy(() -> read("{\"name\":\"a\",\"sizes\":[1,\"x\"]}", Order.class))
			.withMessageContaining(Order.class.getName().replace('$', '.').substring(0, 10))
			.withMessageContaining("[\"sizes\"]->[1]");
	}

	@Test
	void whatCannotBeWrittenIsRefusedByItsType() {
		assertThatIllegalArgumentException().isThrownBy(() -> write(new Loop()))
			.withMessageContaining(Loop.class.getName());
	}

	record Order(String name, @Nullable List<Integer> sizes) {

	}

	static class Loop {

		public Loop getSelf() {
			return this;
		}

	}

}
