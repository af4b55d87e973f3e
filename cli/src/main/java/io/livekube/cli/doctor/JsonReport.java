package io.livekube.cli.doctor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/// Report as a JSON document.
public final class JsonReport {
    private JsonReport() {}

    public static ObjectNode of(Measurements measured, List<Finding> findings) {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.putObject("server")
                .put("url", measured.server().url())
                .put("version", measured.server().version())
                .put("roundTripMs", measured.server().roundTrip().toMillis())
                .put("fairness", measured.server().fairness());
        report.putObject("limits")
                .put("requestMs", measured.limits().request().toMillis())
                .put("syncMs", measured.limits().sync().toMillis())
                .put("pageSize", measured.limits().pageSize());
        report.putObject("requests")
                .put("sent", measured.requests().sent())
                .put("throttled", measured.requests().throttled());
        ArrayNode kinds = report.putArray("kinds");
        for (KindMeasurements kind : measured.kinds()) {
            ObjectNode about = kinds.addObject().put("resource", kind.resource());
            write(about.putObject("paged"), kind.paged());
            write(about.putObject("whole"), kind.whole());
            write(about.putObject("plain"), kind.plain());
            write(about.putObject("watchList"), kind.watchList());
            write(about.putObject("watch"), kind.watch());
        }
        write(report.putObject("changes"), measured.changes());
        ArrayNode left = report.putArray("left");
        measured.left().forEach(left::add);
        ArrayNode list = report.putArray("findings");
        findings.forEach(finding -> list.addObject()
                .put("level", finding.level().name().toLowerCase(Locale.ROOT))
                .put("text", finding.text())
                .put("advice", finding.advice()));
        return report.put("fine", Checks.exitCode(findings) == 0);
    }

    private static void write(ObjectNode to, ListResult listing) {
        switch (listing) {
            case ListResult.Done done ->
                to.put("result", "done")
                        .put("ms", done.took().toMillis())
                        .put("slowestPageMs", done.slowestPage().toMillis())
                        .put("pages", done.pages())
                        .put("objects", done.objects())
                        .put("wireBytes", done.wireBytes())
                        .put("bytes", done.bytes());
            case ListResult.TimedOut late ->
                to.put("result", "timedOut").put("ms", late.after().toMillis()).put("pages", late.pages());
            case ListResult.Refused refused ->
                to.put("result", "refused").put("status", refused.status()).put("message", refused.message());
            case ListResult.Skipped skipped -> to.put("result", "skipped").put("message", skipped.why());
        }
    }

    private static void write(ObjectNode to, ChangeDelay changes) {
        switch (changes) {
            case ChangeDelay.Seen seen ->
                to.put("result", "seen")
                        .put("count", seen.delays().size())
                        .put("medianMs", seen.median().toMillis())
                        .put("longestMs", seen.longest().toMillis());
            case ChangeDelay.Quiet quiet ->
                to.put("result", "quiet").put("ms", quiet.waited().toMillis());
            case ChangeDelay.Unknown unknown -> to.put("result", "unknown").put("message", unknown.why());
        }
    }

    private static void write(ObjectNode to, WatchResult watching) {
        switch (watching) {
            case WatchResult.Open open -> {
                to.put("result", "open")
                        .put("openedMs", open.opened().toMillis())
                        .put("events", open.events())
                        .put("bookmark", open.bookmark());
                open.firstEvent().ifPresent(first -> to.put("firstEventMs", first.toMillis()));
                open.complete().ifPresent(end -> to.put("completeMs", end.toMillis()));
            }
            case WatchResult.Refused refused ->
                to.put("result", "refused").put("status", refused.status()).put("message", refused.message());
            case WatchResult.Broken broken -> to.put("result", "broken").put("message", broken.why());
            case WatchResult.Skipped skipped -> to.put("result", "skipped").put("message", skipped.why());
        }
    }
}
