package io.redisjobs.sample.readme;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The examples and tables of the README or another document.
 */
final class Document {

	private static final Pattern EXAMPLE = Pattern
		.compile("(?m)(?:^<!-- ([^\\n]+) -->\\n)?^```(\\w+)\\n((?:(?!```).*\\n)*)```$");

	private final String text;

	Document(String file) {
		this.text = read(root().resolve(file));
	}

	/** The examples in a language. */
	List<Example> examples(String language) {
		List<Example> examples = new ArrayList<>();
		Matcher example = EXAMPLE.matcher(this.text);
		while (example.find()) {
			if (example.group(2).equals(language)) {
				examples.add(new Example((example.group(1) != null) ? example.group(1) : "", example.group(3)));
			}
		}
		return examples;
	}

	Example example(String language, String tag) {
		return examples(language).stream().filter((example) -> example.tag().equals(tag)).findFirst().orElseThrow();
	}

	/**
	 * The rows of the table between two comments, header left out, each cut into cells.
	 */
	List<List<String>> table(String tag) {
		return between(tag).lines()
			.filter((line) -> line.startsWith("|"))
			.skip(2)
			.map((line) -> List.of(line.substring(1, line.length() - 1).trim().split("\\s*\\|\\s*")))
			.toList();
	}

	/** The text between two comments. */
	String between(String tag) {
		Matcher text = Pattern.compile("<!-- " + tag + " -->\\n(.*)<!-- /" + tag + " -->", Pattern.DOTALL)
			.matcher(this.text);
		if (!text.find()) {
			throw new IllegalStateException("There is nothing called " + tag);
		}
		return text.group(1);
	}

	private static Path root() {
		Path folder = Path.of("").toAbsolutePath();
		while (!Files.exists(folder.resolve("README.md"))) {
			folder = folder.getParent();
		}
		return folder;
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * An example.
	 *
	 * @param tag what the comment before it says
	 * @param text the code
	 */
	record Example(String tag, String text) {

	}

}
