package io.livekube.apimachinery.table;

import static io.livekube.apimachinery.table.Fields.NONE;
import static io.livekube.apimachinery.table.Fields.at;
import static io.livekube.apimachinery.table.Fields.each;
import static io.livekube.apimachinery.table.Fields.filledOr;
import static io.livekube.apimachinery.table.Fields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import java.util.List;
import java.util.Optional;

/// Columns of pods.
final class PodColumns {
    private static final Last LAST = new Last();

    static final List<Column> ALL = List.of(
            Column.named(),
            Column.text("Ready", pod -> LAST.summary(pod).ready()),
            Column.text("Status", pod -> LAST.summary(pod).status()),
            Column.timed("Restarts", (pod, now) -> LAST.summary(pod).restarts(now))
                    .living(new Column.Live(
                            "integer",
                            "",
                            pod -> LongNode.valueOf(LAST.summary(pod).restartCount()))),
            Column.age(),
            Column.text(
                            "IP",
                            pod -> filledOr(
                                    NONE, text(at(pod, "status", "podIPs").path(0), "ip")))
                    .wide(),
            Column.text("Node", pod -> filledOr(NONE, text(pod, "spec", "nodeName")))
                    .wide(),
            Column.text("Nominated Node", pod -> filledOr(NONE, text(pod, "status", "nominatedNodeName")))
                    .wide(),
            Column.text("Readiness Gates", PodColumns::gates).wide());

    private PodColumns() {}

    /// One-element cache of pod summaries: three columns of a row need the same summary, which is most of the
    /// row's cost. Threads may evict each other's entry, which only costs a recomputation.
    private static final class Last {
        private record Known(JsonNode pod, PodSummary summary) {}

        private volatile Optional<Known> known = Optional.empty();

        @SuppressWarnings("ReferenceEquality") // the same tree, not an equal one
        PodSummary summary(JsonNode pod) {
            Optional<Known> last = known;
            if (last.isPresent() && last.get().pod() == pod) {
                return last.get().summary();
            }
            PodSummary summary = PodSummary.of(pod);
            known = Optional.of(new Known(pod, summary));
            return summary;
        }
    }

    private static String gates(JsonNode pod) {
        JsonNode gates = at(pod, "spec", "readinessGates");
        if (gates.isEmpty()) {
            return NONE;
        }
        long open = each(gates)
                .filter(gate -> Fields.condition(pod, text(gate, "conditionType")))
                .count();
        return "%d/%d".formatted(open, gates.size());
    }

    static Optional<TableLayout.Completed> completed(JsonNode pod) {
        return switch (text(pod, "status", "phase")) {
            case "Succeeded" ->
                Optional.of(new TableLayout.Completed("Succeeded", "The pod has completed successfully."));
            case "Failed" -> Optional.of(new TableLayout.Completed("Failed", "The pod failed."));
            default -> Optional.empty();
        };
    }
}
