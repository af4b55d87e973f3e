package io.livekube.cli.terminal;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Rows below headers, with kubectl's look: capitals, three blanks between columns, nothing behind the
/// last.
///
/// Columns only ever grow: rows that are printed later line up with those before, as long as they fit.
public final class TextTable {
    private static final int GAP = 3;

    private record Row(List<String> cells, TextColor paint) {}

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

    public void row(List<String> cells, TextColor paint) {
        if (cells.size() != headers.size()) {
            throw new IllegalArgumentException(
                    "a row of %d cells in a table of %d columns".formatted(cells.size(), headers.size()));
        }
        List<String> clean = cells.stream().map(TextTable::clean).toList();
        pending.add(new Row(clean, paint));
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], width(clean.get(i)));
        }
    }

    public boolean isEmpty() {
        return pending.isEmpty();
    }

    /// Prints the headers, if wanted, and all rows since the last time.
    public void print(PrintWriter out, boolean withHeaders) {
        lines(out, withHeaders).forEach(out::println);
    }

    /// The lines that [#print] would print.
    public List<String> lines(PrintWriter out, boolean withHeaders) {
        var lines = new ArrayList<String>(pending.size() + 1);
        if (withHeaders) {
            lines.add(line(headers));
        }
        pending.forEach(row -> lines.add(row.paint().on(out, line(row.cells()))));
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

    /// What objects say may not steer the terminal.
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
