package io.livekube.cli.doctor;

import static io.livekube.cli.terminal.HumanNumbers.bytes;
import static io.livekube.cli.terminal.HumanNumbers.count;
import static io.livekube.cli.terminal.HumanNumbers.took;

import io.livekube.cli.terminal.TextTable;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Report as text.
public final class TextReport {
    private TextReport() {}

    public static void print(Measurements measured, List<Finding> findings, PrintWriter out) {
        var table = TextTable.of(
                "Kind", "Objects", "JSON", "gzip", "Pages", "Paged", "Unpaged", "Plain", "WatchList", "Watch");
        Set<String> twice = ambiguous(measured);
        measured.kinds().forEach(kind -> table.row(row(kind, twice)));
        table.print(out, true);
        out.println();
        out.println("LIST: paged (%d objects per page) and unpaged with gzip, and unpaged without gzip (plain)."
                .formatted(measured.limits().pageSize()));
        out.println("WatchList: until all initial events have arrived. Watch: until it is open.");
        out.println();
        for (Finding finding : findings) {
            out.println(finding.level().color().on(out, finding.level().sign()) + " " + finding.text());
            if (!finding.advice().isEmpty()) {
                out.println("  → " + finding.advice());
            }
        }
        long bad = findings.stream().filter(finding -> finding.level().bad()).count();
        out.println();
        out.println(bad == 0 ? "No problems found." : bad == 1 ? "1 problem found." : bad + " problems found.");
        findings.stream()
                .map(Finding::advice)
                .filter(advice -> advice.startsWith("--"))
                .findFirst()
                .map(advice -> advice.split("[,;]", 2)[0])
                .ifPresent(flag ->
                        out.println("Flags are those of the agent: livekube agent %s, or extraArgs={%s} in its chart."
                                .formatted(flag, flag.replace(' ', '='))));
        out.flush();
    }

    /// Plural names that several API groups use.
    private static Set<String> ambiguous(Measurements measured) {
        var seen = new HashSet<String>();
        return measured.kinds().stream()
                .map(kind -> plural(kind.resource()))
                .filter(name -> !seen.add(name))
                .collect(Collectors.toSet());
    }

    private static String plural(String resource) {
        return resource.split("\\.", 2)[0];
    }

    private static List<String> row(KindMeasurements kind, Set<String> ambiguous) {
        String name = plural(kind.resource());
        boolean done = kind.paged() instanceof ListResult.Done;
        return List.of(
                ambiguous.contains(name) ? kind.resource() : name,
                done ? count(((ListResult.Done) kind.paged()).objects()) : "-",
                kind.plain() instanceof ListResult.Done plain ? bytes(plain.bytes()) : size(kind.paged()),
                kind.whole() instanceof ListResult.Done whole ? bytes(whole.wireBytes()) : "-",
                done ? count(((ListResult.Done) kind.paged()).pages()) : "-",
                time(kind.paged()),
                time(kind.whole()),
                time(kind.plain()),
                time(kind.watchList()),
                time(kind.watch()));
    }

    private static String size(ListResult listing) {
        return listing instanceof ListResult.Done done ? bytes(done.bytes()) : "-";
    }

    private static String time(ListResult listing) {
        return switch (listing) {
            case ListResult.Done done -> took(done.took());
            case ListResult.TimedOut late -> "> " + took(late.after());
            case ListResult.Refused refused ->
                switch (refused.status()) {
                    case 403 -> "forbidden";
                    case 404 -> "not served";
                    default -> "failed";
                };
            case ListResult.Skipped _ -> "-";
        };
    }

    private static String time(WatchResult watching) {
        return switch (watching) {
            case WatchResult.Open open -> took(open.complete().orElse(open.opened()));
            case WatchResult.Refused refused -> refused.status() == 403 ? "forbidden" : "no";
            case WatchResult.Broken _ -> "broken";
            case WatchResult.Skipped _ -> "-";
        };
    }
}
