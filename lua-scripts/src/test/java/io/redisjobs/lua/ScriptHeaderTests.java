package io.redisjobs.lua;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The header of a script is its contract, and its body keeps to it. */
class ScriptHeaderTests {

	private static final Path ROOT = Path.of("src/main/resources/io/redisjobs/lua");

	static Stream<String> scripts() throws IOException {
		List<String> names;
		try (Stream<Path> files = Files.walk(ROOT, 2)) {
			names = files.filter((file) -> file.toString().endsWith(".lua"))
				.map((file) -> ROOT.relativize(file).toString())
				.sorted()
				.toList();
		}
		return names.stream();
	}

	@ParameterizedTest
	@MethodSource("scripts")
	void theHeaderHasItsSectionsInOrder(String script) throws IOException {
		Header header = Header.of(script);
		assertThat(header.description).as("what the script does").isNotEmpty();
		assertThat(List.copyOf(header.sections.keySet())).as("sections")
			.isIn(List.of("KEYS", "ARGV", "Reply"), List.of("KEYS", "ARGV", "Derived keys", "Reply"));
		assertThat(header.sections.get("Reply")).as("the reply").isNotEmpty();
	}

	@ParameterizedTest
	@MethodSource("scripts")
	void keysAndArgumentsAreNumberedWithoutGaps(String script) throws IOException {
		Header header = Header.of(script);
		for (String section : List.of("KEYS", "ARGV")) {
			List<Entry> entries = header.entries(section);
			for (int i = 0; i < entries.size(); i++) {
				assertThat(entries.get(i).number).as("%s, entry %s", section, entries.get(i).name).isEqualTo(i + 1);
				assertThat(entries.get(i).repeats && i < entries.size() - 1)
					.as("%s has something behind what repeats", section)
					.isFalse();
			}
		}
	}

	@ParameterizedTest
	@MethodSource("scripts")
	void whatOnceTakesAwayIsNamedWhereTheScriptIncludesIt(String script) throws IOException {
		Header header = Header.of(script);
		boolean once = header.body.contains("--@include once");
		assertThat(header.sections.get("KEYS").stream().anyMatch((line) -> line.startsWith("last memory")))
			.as("KEYS end with the memory of the call's lane")
			.isEqualTo(once);
		assertThat(header.sections.get("ARGV").stream().anyMatch((line) -> line.startsWith("last call")))
			.as("ARGV end with the number of the call")
			.isEqualTo(once);
	}

	@ParameterizedTest
	@MethodSource("scripts")
	void everyKeyAndArgumentIsBoundToItsName(String script) throws IOException {
		Header header = Header.of(script);
		for (String section : List.of("KEYS", "ARGV")) {
			Map<Integer, List<String>> bound = Bindings.of(section, header.body);
			for (Entry entry : header.entries(section)) {
				List<String> names = bound.remove(entry.number);
				if (!entry.repeats) {
					assertThat(names).as("%s[%d] is bound to '%s'", section, entry.number, entry.name)
						.isNotNull()
						.allMatch((name) -> name.startsWith(entry.name));
				}
				else {
					assertThat(names).as("%s[%d] repeats and is read by a stride", section, entry.number).isNull();
				}
			}
			assertThat(bound).as("%s that the header does not know", section).isEmpty();
		}
	}

	private record Entry(int number, boolean repeats, String name) {

		private static final Pattern FORM = Pattern.compile("(\\d+)(\\.\\.)? +(\\S+).*");

	}

	/** What the comment at the top of a script says. */
	private static final class Header {

		private final List<String> description = new ArrayList<>();

		private final Map<String, List<String>> sections = new LinkedHashMap<>();

		private final String body;

		private Header(List<String> lines) {
			int end = 0;
			List<String> current = this.description;
			while (end < lines.size() && lines.get(end).startsWith("--") && !lines.get(end).startsWith("--@")) {
				String text = lines.get(end++).substring(2);
				if (text.matches(" (KEYS|ARGV|Derived keys|Reply)")) {
					current = new ArrayList<>();
					this.sections.put(text.strip(), current);
				}
				else if (text.startsWith("   ") && !text.startsWith("    ")) {
					current.add(text.strip());
				}
				else if (!text.isBlank()) {
					assertThat(this.sections.isEmpty() || text.startsWith("    ")).as("a line of no section: %s", text)
						.isTrue();
					if (this.sections.isEmpty()) {
						current.add(text.strip());
					}
				}
			}
			this.body = String.join("\n", lines.subList(end, lines.size()));
		}

		static Header of(String script) throws IOException {
			return new Header(Files.readAllLines(ROOT.resolve(script)));
		}

		List<Entry> entries(String section) {
			List<Entry> entries = new ArrayList<>();
			for (String line : this.sections.get(section)) {
				Matcher form = Entry.FORM.matcher(line);
				if (form.matches()) {
					entries.add(new Entry(Integer.parseInt(form.group(1)), form.group(2) != null, form.group(3)));
				}
				else {
					assertThat(line).as("an entry of %s", section).matches("none|last (memory|call) .*");
				}
			}
			return entries;
		}

	}

	/** The names that a script binds its keys or arguments to. */
	private static final class Bindings {

		private static final Pattern BINDING = Pattern
			.compile("\\s*(?:local\\s+)?(\\w+(?:\\s*,\\s*\\w+)*)\\s*=(?!=)(.*)");

		static Map<Integer, List<String>> of(String array, String body) {
			Map<Integer, List<String>> bound = new LinkedHashMap<>();
			Pattern use = Pattern.compile(array + "\\[(\\d+)]");
			String code = body.replaceAll("--[^\n]*", "").replaceAll("(local[^\n]*[=,])\\s*\n\\s*", "$1 ");
			for (String line : code.split("\n")) {
				if (!use.matcher(line).find()) {
					continue;
				}
				Matcher binding = BINDING.matcher(line);
				assertThat(binding.matches()).as("%s with a number where nothing is bound: %s", array, line.strip())
					.isTrue();
				String[] names = binding.group(1).split("\\s*,\\s*");
				List<String> values = values(binding.group(2));
				for (int i = 0; i < values.size(); i++) {
					Matcher value = use.matcher(values.get(i));
					if (value.find()) {
						assertThat(names.length).as("a name for each value: %s", line.strip()).isGreaterThan(i);
						bound.computeIfAbsent(Integer.valueOf(value.group(1)), (number) -> new ArrayList<>())
							.add(names[i]);
						assertThat(value.find()).as("one value for a name: %s", line.strip()).isFalse();
					}
				}
			}
			return bound;
		}

		private static List<String> values(String text) {
			List<String> values = new ArrayList<>();
			int depth = 0;
			int start = 0;
			for (int i = 0; i < text.length(); i++) {
				char c = text.charAt(i);
				depth += (c == '(' || c == '{') ? 1 : (c == ')' || c == '}') ? -1 : 0;
				if (c == ',' && depth == 0) {
					values.add(text.substring(start, i));
					start = i + 1;
				}
			}
			values.add(text.substring(start));
			return values;
		}

	}

}
