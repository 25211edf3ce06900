package io.redisjobs.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Growth as lines; both axes are logarithmic. */
final class LineChart {

	private static final int WIDTH = 320;

	private static final int HEIGHT = 240;

	private static final int MARGIN = 80;

	private static final List<String> COLORS = List.of("#c0392b", "#2980b9", "#27ae60", "#8e44ad", "#f39c12", "#16a085",
			"#7f8c8d", "#2c3e50", "#d35400");

	private LineChart() {
	}

	/** How the time of single operations grows, one panel for each kind of jobs. */
	static String ofOperations(List<Growth.Point> points) {
		return of(points.stream()
			.filter((point) -> !point.isThroughput())
			.map((point) -> new Dot("microseconds in scripts, by jobs " + point.kind(), point.operation(), point.size(),
					point.value()))
			.toList());
	}

	/** How many jobs a container gets through. */
	static String ofThroughput(List<Growth.Point> points) {
		return of(points.stream()
			.filter(Growth.Point::isThroughput)
			.map((point) -> new Dot("jobs a second, by jobs in the queue", point.kind(), point.size(), point.value()))
			.toList());
	}

	private static String of(List<Dot> dots) {
		Map<String, List<Dot>> panels = new LinkedHashMap<>();
		dots.forEach((dot) -> panels.computeIfAbsent(dot.panel(), (key) -> new ArrayList<>()).add(dot));
		List<String> lines = dots.stream().map(Dot::line).distinct().toList();
		int columns = Math.min(3, panels.size() + 1);
		int rows = (panels.size() + 1 + columns - 1) / columns;
		StringBuilder svg = new StringBuilder(String.format(Locale.ROOT,
				"<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif' "
						+ "font-size='12'>%n<rect width='100%%' height='100%%' fill='white'/>%n",
				columns * (WIDTH + MARGIN) + MARGIN, rows * (HEIGHT + MARGIN) + MARGIN));
		Scale scale = Scale.of(dots);
		int index = 0;
		for (Map.Entry<String, List<Dot>> panel : panels.entrySet()) {
			svg.append(open(index++, columns)).append(BarChart.text(0, -8, "#111", panel.getKey())).append(axes(scale));
			for (int i = 0; i < lines.size(); i++) {
				String name = lines.get(i);
				svg.append(line(panel.getValue().stream().filter((dot) -> dot.line().equals(name)).toList(), scale,
						COLORS.get(i % COLORS.size())));
			}
			svg.append("</g>\n");
		}
		svg.append(open(index, columns));
		for (int i = 0; i < lines.size(); i++) {
			svg.append(BarChart.text(0, 16 + i * 18, COLORS.get(i % COLORS.size()), lines.get(i)));
		}
		return svg.append("</g>\n</svg>\n").toString();
	}

	private static String open(int index, int columns) {
		return String.format(Locale.ROOT, "<g transform='translate(%d,%d)'>%n",
				MARGIN + (index % columns) * (WIDTH + MARGIN), 40 + (index / columns) * (HEIGHT + MARGIN));
	}

	private static String axes(Scale scale) {
		StringBuilder svg = new StringBuilder(String.format(Locale.ROOT,
				"<rect width='%d' height='%d' fill='none' stroke='#ccc'/>%n", WIDTH, HEIGHT));
		for (double x = scale.left(); x <= scale.right() * 1.01; x *= 10) {
			svg.append(
					BarChart.text((int) scale.x(x) - 24, HEIGHT + 16, "#666", String.format(Locale.ROOT, "%,.0f", x)));
		}
		for (double y = scale.low(); y <= scale.high() * 1.01; y *= 10) {
			svg.append(BarChart.text(-54, (int) scale.y(y) + 4, "#666", String.format(Locale.ROOT, "%,.0f", y)));
		}
		return svg.toString();
	}

	private static String line(List<Dot> dots, Scale scale, String color) {
		StringBuilder svg = new StringBuilder("<polyline fill='none' stroke-width='2' stroke='" + color + "' points='");
		dots.forEach((dot) -> svg.append(String.format(Locale.ROOT, "%.1f,%.1f ", scale.x(dot.x()), scale.y(dot.y()))));
		return svg.append("'/>\n").toString();
	}

	private record Dot(String panel, String line, double x, double y) {

	}

	private record Scale(double left, double right, double low, double high) {

		static Scale of(List<Dot> dots) {
			return new Scale(dots.stream().mapToDouble(Dot::x).min().orElse(1),
					dots.stream().mapToDouble(Dot::x).max().orElse(10),
					Math.pow(10, Math.floor(Math.log10(dots.stream().mapToDouble(Dot::y).min().orElse(1)))),
					Math.pow(10, Math.ceil(Math.log10(dots.stream().mapToDouble(Dot::y).max().orElse(10)))));
		}

		double x(double value) {
			return WIDTH * Math.log(value / this.left) / Math.log(Math.max(10, this.right / this.left));
		}

		double y(double value) {
			return HEIGHT - HEIGHT * Math.log(Math.max(value, this.low) / this.low) / Math.log(this.high / this.low);
		}

	}

}
