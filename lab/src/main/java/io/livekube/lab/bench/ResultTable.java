package io.livekube.lab.bench;

import java.util.ArrayList;
import java.util.List;

/// Results as a text table: one line a metric and contestant, the metric named once; single figures below.
final class ResultTable {
    private ResultTable() {}

    static String of(Results results) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("metric", "contestant", "median", "min – max", "rounds"));
        String previous = "";
        for (Series s : results.series()) {
            rows.add(List.of(
                    s.metric().equals(previous) ? "" : s.metric(),
                    s.contestant(),
                    FigureFormat.human(s.median()),
                    FigureFormat.human(s.min()) + " – " + FigureFormat.human(s.max()),
                    Integer.toString(s.values().size())));
            previous = s.metric();
        }
        results.figures().forEach((key, value) -> rows.add(List.of(key, "", FigureFormat.human(value), "", "")));
        var text = new StringBuilder();
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                int width = width(rows, column);
                String pad = " ".repeat(width - row.get(column).length());
                line.append(column < 2 ? row.get(column) + pad : pad + row.get(column))
                        .append("  ");
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
