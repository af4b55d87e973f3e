package io.livekube.cli.doctor;

import io.livekube.cli.terminal.Figures;
import io.livekube.cli.terminal.Table;
import java.io.PrintWriter;
import java.util.List;

/// Measurements and findings for people.
final class Report {
    private Report() {}

    static void print(Measurements measured, List<Finding> findings, PrintWriter out) {
        var table = Table.of(
                "Kind", "Objects", "JSON", "gzip", "Pages", "In pages", "In one", "Plain", "WatchList", "Watch");
        measured.kinds().forEach(kind -> table.row(row(kind)));
        table.print(out, true);
        out.println();
        for (Finding finding : findings) {
            out.println(finding.level().paint().on(out, finding.level().sign()) + " " + finding.text());
            if (!finding.advice().isEmpty()) {
                out.println("  → " + finding.advice());
            }
        }
        long bad = findings.stream().filter(finding -> finding.level().bad()).count();
        out.println();
        out.println(bad == 0 ? "All is fine." : bad == 1 ? "One thing is not fine." : bad + " things are not fine.");
        out.flush();
    }

    private static List<String> row(KindMeasure kind) {
        boolean done = kind.paged() instanceof Listing.Done;
        return List.of(
                kind.resource(),
                done ? Figures.count(((Listing.Done) kind.paged()).objects()) : "-",
                kind.plain() instanceof Listing.Done plain ? Figures.bytes(plain.bytes()) : size(kind.paged()),
                kind.whole() instanceof Listing.Done whole ? Figures.bytes(whole.wireBytes()) : "-",
                done ? Figures.count(((Listing.Done) kind.paged()).pages()) : "-",
                time(kind.paged()),
                time(kind.whole()),
                time(kind.plain()),
                time(kind.watchList()),
                time(kind.watch()));
    }

    private static String size(Listing listing) {
        return listing instanceof Listing.Done done ? Figures.bytes(done.bytes()) : "-";
    }

    private static String time(Listing listing) {
        return switch (listing) {
            case Listing.Done done -> Figures.took(done.took());
            case Listing.TimedOut late -> "> " + Figures.took(late.after());
            case Listing.Refused refused ->
                switch (refused.status()) {
                    case 403 -> "forbidden";
                    case 404 -> "not served";
                    default -> "failed";
                };
            case Listing.Skipped _ -> "-";
        };
    }

    private static String time(Watching watching) {
        return switch (watching) {
            case Watching.Open open -> Figures.took(open.complete().orElse(open.opened()));
            case Watching.Refused refused -> refused.status() == 403 ? "forbidden" : "no";
            case Watching.Broken _ -> "broken";
            case Watching.Skipped _ -> "-";
        };
    }
}
