package io.livekube.apimachinery.table;

import static io.livekube.apimachinery.table.Fields.NONE;
import static io.livekube.apimachinery.table.Fields.UNKNOWN;
import static io.livekube.apimachinery.table.Fields.UNSET;
import static io.livekube.apimachinery.table.Fields.at;
import static io.livekube.apimachinery.table.Fields.each;
import static io.livekube.apimachinery.table.Fields.filledOr;
import static io.livekube.apimachinery.table.Fields.has;
import static io.livekube.apimachinery.table.Fields.number;
import static io.livekube.apimachinery.table.Fields.text;
import static io.livekube.apimachinery.table.Fields.textOr;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.IntStream;

/// Columns of horizontal pod autoscalers.
final class AutoscalerColumns {
    static final TableLayout AUTOSCALERS = new TableLayout(
            Column.named(),
            Column.text(
                    "Reference",
                    scaler -> text(scaler, "spec", "scaleTargetRef", "kind") + "/"
                            + text(scaler, "spec", "scaleTargetRef", "name")),
            Column.text("Targets", AutoscalerColumns::targets),
            Column.text("MinPods", scaler -> textOr(UNSET, at(scaler, "spec", "minReplicas"))),
            Column.number("MaxPods", scaler -> number(scaler, "spec", "maxReplicas"))
                    .typed("string"),
            Column.number("Replicas", scaler -> number(scaler, "status", "currentReplicas"))
                    .typed("string"),
            Column.age());

    private AutoscalerColumns() {}

    private static String targets(JsonNode scaler) {
        List<JsonNode> specs = each(scaler, "spec", "metrics").toList();
        JsonNode states = at(scaler, "status", "currentMetrics");
        List<String> texts = IntStream.range(0, specs.size())
                .mapToObj(i -> metric(specs.get(i), states.path(i)))
                .toList();
        return filledOr(NONE, Fields.firstOf(2, ", ", texts, text -> text));
    }

    private static String metric(JsonNode spec, JsonNode state) {
        return switch (text(spec, "type")) {
            case "External" -> ofWhole(spec.path("external"), state.path("external"));
            case "Object" -> ofWhole(spec.path("object"), state.path("object"));
            case "Pods" -> average(spec.path("pods"), state.path("pods"));
            case "Resource" -> ofPods(spec.path("resource"), state.path("resource"));
            case "ContainerResource" -> ofPods(spec.path("containerResource"), state.path("containerResource"));
            default -> "<unknown type>";
        };
    }

    /// An external metric, or one of another object.
    private static String ofWhole(JsonNode spec, JsonNode state) {
        return has(at(spec, "target", "averageValue"))
                ? average(spec, state) + " (avg)"
                : textOr(UNKNOWN, at(state, "current", "value")) + "/" + text(spec, "target", "value");
    }

    /// A resource metric of the pods or of one of their containers.
    private static String ofPods(JsonNode spec, JsonNode state) {
        String of = text(spec, "name") + ": ";
        return has(at(spec, "target", "averageValue"))
                ? of + average(spec, state)
                : of + percent(UNKNOWN, at(state, "current", "averageUtilization")) + "/"
                        + percent("<auto>", at(spec, "target", "averageUtilization"));
    }

    private static String average(JsonNode spec, JsonNode state) {
        return textOr(UNKNOWN, at(state, "current", "averageValue")) + "/" + text(spec, "target", "averageValue");
    }

    private static String percent(String otherwise, JsonNode number) {
        return has(number) ? number.asLong() + "%" : otherwise;
    }
}
