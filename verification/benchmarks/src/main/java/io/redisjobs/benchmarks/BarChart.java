package io.redisjobs.benchmarks;

import java.util.List;
import java.util.Locale;

/** The results as bars: each case scaled to its own larger value. */
final class BarChart {

	private static final int LABEL = 250;

	private static final int BAR = 480;

	private static final int ROW = 46;

	private BarChart() {
	}

	static String of(Results results, String caption) {
		List<Results.Line> lines = results.lines();
		int height = 70 + lines.size() * ROW;
		StringBuilder svg = new StringBuilder(String.format(Locale.ROOT,
				"<svg xmlns='http://www.w3.org/2000/svg' width='%1$d' height='%2$d' viewBox='0 0 %1$d %2$d' "
						+ "font-family='sans-serif' font-size='13'>%n<rect width='100%%' height='100%%' fill='white'/>%n",
				LABEL + BAR + 190, height));
		svg.append(text(16, 24, "#111", caption))
			.append(text(16, 46, "#888", "grey: " + NodeContender.NAME))
			.append(text(190, 46, "#c0392b", "red: " + JavaContender.NAME));
		double alone = lines.stream()
			.filter((line) -> line.peer().isEmpty() && line.figure() == Sample.Figure.RATE)
			.mapToDouble((line) -> line.own().orElse(0))
			.max()
			.orElse(1);
		int y = 64;
		for (Results.Line line : lines) {
			double own = line.own().orElse(0);
			double peer = line.peer().orElse(0);
			double scale = (line.peer().isPresent() || line.figure() != Sample.Figure.RATE) ? Math.max(own, peer)
					: alone;
			svg.append(text(16, y + 20, "#111", line.name() + " " + line.figure().unit()));
			if (line.peer().isPresent()) {
				svg.append(bar(y, "#b0b0b0", peer, scale, TableReport.number(line.peer())));
			}
			String ratio = line.ratio().isPresent() ? String.format(Locale.ROOT, " (%.2fx)", line.ratio().getAsDouble())
					: "";
			svg.append(bar(y + 18, "#c0392b", own, scale, TableReport.number(line.own()) + ratio));
			y += ROW;
		}
		return svg.append("</svg>\n").toString();
	}

	private static String bar(int y, String color, double value, double scale, String label) {
		double width = (scale > 0) ? Math.max(1, BAR * value / scale) : 1;
		return String.format(Locale.ROOT, "<rect x='%d' y='%d' width='%.1f' height='16' fill='%s'/>%n", LABEL, y, width,
				color) + text(LABEL + (int) width + 6, y + 13, "#111", label);
	}

	static String text(int x, int y, String color, String text) {
		return String.format(Locale.ROOT, "<text x='%d' y='%d' fill='%s'>%s</text>%n", x, y, color, text);
	}

}
