package io.livekube.cli.local;

import io.livekube.cli.terminal.HumanNumbers;
import io.livekube.cli.terminal.TerminalSize;
import io.livekube.cli.terminal.TextColor;
import io.livekube.cli.terminal.TextTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Table of all kinds and their progress, fitted to the terminal.
final class ProgressTable {
    /// Width of all columns but the first two, including gaps.
    private static final int FIGURES = 49;

    private static final int SHORTEST_KIND = 12;

    private ProgressTable() {}

    /// Kinds in progress first, then by size; those that do not fit are summed up in the last line.
    static List<String> lines(List<KindProgress> kinds, TerminalSize screen, PrintWriter out) {
        int room = screen.lines();
        List<KindProgress> ordered = kinds.stream()
                .sorted(Comparator.comparingInt(ProgressTable::interest)
                        .thenComparing(
                                Comparator.comparingLong(KindProgress::bytes).reversed()))
                .toList();
        int shown = ordered.size() + 1 <= room ? ordered.size() : Math.max(1, room - 2);
        var table = TextTable.of("Cluster", "Kind", "State", "Pages", "Objects", "MB", "Seconds");
        int cluster = kinds.stream().mapToInt(kind -> kind.cluster().length()).reduce("Cluster".length(), Math::max);
        int letters = Math.max(SHORTEST_KIND, screen.columns() - cluster - FIGURES);
        ordered.stream().limit(shown).forEach(kind -> table.row(row(kind, letters), paint(kind)));
        List<String> lines = new ArrayList<>(table.lines(out, true));
        if (shown < ordered.size()) {
            Map<String, Long> rest = ordered.stream()
                    .skip(shown)
                    .collect(Collectors.groupingBy(
                            kind -> kind.step().toString(), LinkedHashMap::new, Collectors.counting()));
            lines.add("… and %s"
                    .formatted(rest.entrySet().stream()
                            .map(entry -> entry.getValue() + " more " + entry.getKey())
                            .collect(Collectors.joining(", "))));
        }
        return lines;
    }

    private static int interest(KindProgress kind) {
        return switch (kind.step()) {
            case LISTING, SENDING -> 0;
            case FAILING, DENIED, DIED -> 1;
            case WAITING -> 2;
            case SYNCED, NOT_SERVED -> 3;
        };
    }

    private static TextColor paint(KindProgress kind) {
        return switch (kind.step()) {
            case SYNCED -> TextColor.GOOD;
            case DENIED, DIED -> TextColor.BAD;
            case FAILING -> TextColor.WARNING;
            case NOT_SERVED, WAITING -> TextColor.FAINT;
            case LISTING, SENDING -> TextColor.PLAIN;
        };
    }

    /// Drops the API group first when a name does not fit.
    private static String fitting(String kind, int letters) {
        if (kind.length() <= letters) {
            return kind;
        }
        int dot = kind.indexOf('.');
        String resource = dot < 0 ? kind : kind.substring(0, dot);
        return resource.length() <= letters ? resource : resource.substring(0, letters - 1) + "…";
    }

    private static List<String> row(KindProgress kind, int letters) {
        return List.of(
                kind.cluster(),
                fitting(kind.kind(), letters),
                kind.step().toString(),
                Integer.toString(kind.pages()),
                HumanNumbers.count(kind.objects()),
                String.format(Locale.ROOT, "%.1f", kind.bytes() / 1e6),
                String.format(Locale.ROOT, "%.1f", kind.took().toMillis() / 1e3));
    }

    /// One kind per line, for output that is not a terminal.
    static String line(KindProgress kind) {
        String end = kind.cause().isEmpty() ? "" : "  " + kind.cause();
        return String.format(
                Locale.ROOT,
                "  %-8s %-50s %-10s %3d %-5s %,8d objects %7.1f MB %5.1f s%s",
                kind.cluster(),
                kind.kind(),
                kind.step(),
                kind.pages(),
                kind.pages() == 1 ? "page" : "pages",
                kind.objects(),
                kind.bytes() / 1e6,
                kind.took().toMillis() / 1e3,
                end);
    }
}
