package io.livekube.cli.terminal;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Table in kubectl's style: upper-case headers, three spaces between columns, no trailing spaces.
///
/// Columns never shrink, so rows printed later line up with earlier ones if they fit.
public final class TextTable {
    private static final int GAP = 3;

    private record Row(List<String> cells, TextColor color) {}

    private final List<String> headers;
    private final int[] widths;
    private final List<Row> pending = new ArrayList<>();

    public TextTable(List<String> headers) {
        this.headers =
                headers.stream().map(name -> name.toUpperCase(Locale.ROOT)).toList();
        this.widths = this.headers.stream().mapToInt(TextTable::width).toArray();
    }

    public static TextTable of(String... headers) {
        return new TextTable(List.of(headers));
    }

    public void row(List<String> cells) {
        row(cells, TextColor.PLAIN);
    }

    public void row(List<String> cells, TextColor color) {
        if (cells.size() != headers.size()) {
            throw new IllegalArgumentException(
                    "row with %d cells in a table with %d columns".formatted(cells.size(), headers.size()));
        }
        List<String> clean = cells.stream().map(TextTable::clean).toList();
        pending.add(new Row(clean, color));
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], width(clean.get(i)));
        }
    }

    public boolean isEmpty() {
        return pending.isEmpty();
    }

    /// Prints the headers, if requested, and all rows added since the last call.
    public void print(PrintWriter out, boolean withHeaders) {
        lines(out, withHeaders).forEach(out::println);
    }

    /// The lines that [#print] would print.
    public List<String> lines(PrintWriter out, boolean withHeaders) {
        var lines = new ArrayList<String>(pending.size() + 1);
        if (withHeaders) {
            lines.add(line(headers));
        }
        pending.forEach(row -> lines.add(row.color().on(out, line(row.cells()))));
        pending.clear();
        return lines;
    }

    private String line(List<String> cells) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = cells.get(i);
            line.append(cell);
            if (i < widths.length - 1) {
                line.repeat(' ', widths[i] - width(cell) + GAP);
            }
        }
        return line.toString().stripTrailing();
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }

    /// Replaces control characters, so that object contents cannot control the terminal.
    private static String clean(String cell) {
        boolean harmless = cell.codePoints().noneMatch(Character::isISOControl);
        return harmless
                ? cell
                : cell.codePoints()
                        .map(c -> Character.isISOControl(c) ? ' ' : c)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
    }
}
