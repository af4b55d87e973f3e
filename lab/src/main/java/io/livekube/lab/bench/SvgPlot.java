package io.livekube.lab.bench;

import java.util.List;
import java.util.Locale;

/// A plot of small panels, two a row: a horizontal bar for each contestant's median, a whisker from its least to its
/// most.
///
/// Colours follow the reader's light or dark scheme.
final class SvgPlot {
    private static final int PANEL_WIDTH = 500;
    private static final int LABEL = 204;
    private static final int BAR = 18;
    private static final int ROW = 28;
    private static final int GAP = 24;
    private static final int HEAD = 64;
    private static final String STYLE = """
            <style>
              svg { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; background: #ffffff }
              text { fill: #24292f } .soft { fill: #57606a } .title { font-size: 17px; font-weight: 600 }
              .panel { font-weight: 600 } .bar { fill: #4c78c8 } .ours { fill: #2a9d6f }
              .whisker { stroke: #24292f; stroke-width: 1.5; fill: none } .axis { stroke: #d0d7de }
              @media (prefers-color-scheme: dark) {
                svg { background: #0d1117 } text { fill: #e6edf3 } .soft { fill: #9198a1 }
                .bar { fill: #6f9bea } .ours { fill: #3fbf8a } .whisker { stroke: #e6edf3 } .axis { stroke: #3d444d }
              }
            </style>
            """;

    private SvgPlot() {}

    static String of(Benchmark benchmark, Results results) {
        List<PlotPanel> panels = benchmark.panels().stream()
                .filter(panel -> !results.series(panel.metric()).isEmpty())
                .toList();
        var body = new StringBuilder();
        int y = HEAD;
        for (int i = 0; i < panels.size(); i += 2) {
            List<PlotPanel> row = panels.subList(i, Math.min(i + 2, panels.size()));
            for (int column = 0; column < row.size(); column++) {
                panel(body, row.get(column), results, GAP + column * (PANEL_WIDTH + GAP), y);
            }
            y += row.stream()
                    .mapToInt(panel -> 34 + ROW * results.series(panel.metric()).size() + GAP)
                    .max()
                    .orElse(0);
        }
        int width = 2 * PANEL_WIDTH + 3 * GAP;
        String faults = results.faults().isEmpty() ? "" : " INVALID RUN: " + String.join("; ", results.faults());
        return String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">%n",
                        width,
                        y,
                        width,
                        y)
                + STYLE
                + text(GAP, 30, "title", "", benchmark.name() + ": " + benchmark.question())
                + text(GAP, 50, "soft", "", "bar: median of the rounds; whisker: least to most." + faults)
                + body
                + "</svg>\n";
    }

    private static void panel(StringBuilder out, PlotPanel panel, Results results, int x, int top) {
        List<Series> bars = results.series(panel.metric());
        double most = bars.stream().mapToDouble(Series::max).max().orElse(1);
        int room = PANEL_WIDTH - LABEL - 74;
        double scale = most > 0 ? room / most : 0;
        out.append(text(x, top + 16, "panel", "", panel.title() + ", " + panel.unit()));
        int left = x + LABEL;
        for (int i = 0; i < bars.size(); i++) {
            Series bar = bars.get(i);
            int y = top + 28 + i * ROW;
            int middle = y + BAR / 2;
            double from = left + bar.min() * scale;
            double to = left + bar.max() * scale;
            String kind =
                    bar.contestant().startsWith("simulator") || bar.contestant().startsWith("livekube")
                            ? "ours"
                            : "bar";
            out.append(text(left - 8, middle + 5, "", "end", bar.contestant().replace('_', ' ')));
            out.append(String.format(
                    Locale.ROOT,
                    "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>%n",
                    kind,
                    left,
                    y,
                    Math.max(1, bar.median() * scale),
                    BAR));
            if (to - from > 1) {
                out.append(String.format(
                        Locale.ROOT,
                        "<path class=\"whisker\" d=\"M%.1f %d V%d M%.1f %d H%.1f M%.1f %d V%d\"/>%n",
                        from,
                        middle - 4,
                        middle + 4,
                        from,
                        middle,
                        to,
                        to,
                        middle - 4,
                        middle + 4));
            }
            out.append(text(
                    (int) Math.max(to, left + bar.median() * scale) + 8,
                    middle + 5,
                    "",
                    "",
                    FigureFormat.human(bar.median())));
        }
        out.append(String.format(
                Locale.ROOT,
                "<path class=\"axis\" d=\"M%d %d V%d\"/>%n",
                left,
                top + 24,
                top + 28 + bars.size() * ROW - (ROW - BAR) + 4));
    }

    private static String text(int x, int y, String style, String anchor, String words) {
        String escaped = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        return String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\"%s%s>%s</text>%n",
                x,
                y,
                style.isEmpty() ? "" : " class=\"" + style + "\"",
                anchor.isEmpty() ? "" : " text-anchor=\"" + anchor + "\"",
                escaped);
    }
}
